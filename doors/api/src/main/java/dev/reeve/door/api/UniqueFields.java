package dev.reeve.door.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.engine.job.Duplicate;
import dev.reeve.engine.job.UniqueKey;
import dev.reeve.net.http.StrictJson;
import dev.reeve.settings.Durations;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The fields of {@code unique}. */
final class UniqueFields {
    private static final long MAX_MICROS = 100 * 31_557_600_000_000L;
    private static final Set<String> ENDS = Set.of("unfinished", "unleased");
    private static final Set<String> ELSE = Set.of("keep", "refuse", "replace");

    private final ApiSettings settings;
    private @Nullable String key;
    private @Nullable String held;
    private @Nullable Long forMicros;
    private @Nullable String otherwise;

    private UniqueFields(ApiSettings settings) {
        this.settings = settings;
    }

    /** Reads the key; null if it is not valid. */
    static @Nullable UniqueKey read(StrictJson value, ApiSettings settings) throws IOException {
        UniqueFields fields = new UniqueFields(settings);
        if (!value.object(fields::field)) {
            return null;
        }
        String key = fields.key;
        if (key == null) {
            value.wrong("expected a key");
            return null;
        }
        String otherwise = fields.otherwise == null ? "keep" : fields.otherwise;
        return new UniqueKey(
                key,
                "unleased".equals(fields.held),
                fields.forMicros == null ? 0 : fields.forMicros,
                Duplicate.valueOf(otherwise.toUpperCase(Locale.ROOT)));
    }

    private boolean field(String name, StrictJson value) throws IOException {
        switch (name) {
            case "key" -> key = value.text(settings::isName, settings.expectedName());
            case "while" -> held = value.text(ENDS::contains, "expected unfinished or unleased");
            case "for" -> forMicros = value.durationMicros(0, MAX_MICROS);
            case "else" -> otherwise = value.text(ELSE::contains, "expected keep, refuse or replace");
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Writes the key as a field of the current object; what is the default is left out. */
    static void write(UniqueKey unique, JsonGenerator out) throws IOException {
        out.writeObjectFieldStart("unique");
        out.writeStringField("key", unique.key());
        if (unique.untilLeased()) {
            out.writeStringField("while", "unleased");
        }
        if (unique.forMicros() > 0) {
            out.writeStringField("for", Durations.print(unique.forMicros()));
        }
        if (unique.otherwise() != Duplicate.KEEP) {
            out.writeStringField("else", unique.otherwise().name().toLowerCase(Locale.ROOT));
        }
        out.writeEndObject();
    }
}
