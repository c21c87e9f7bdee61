package dev.reeve.door.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.reeve.engine.limit.Limit;
import dev.reeve.engine.limit.Rate;
import dev.reeve.net.http.StrictJson;
import dev.reeve.settings.Durations;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The fields of a limit: those of a pattern of keys, and without the order those of a queue. */
final class LimitFields {
    private static final int MOST_RUNNING = 1_000_000;

    private @Nullable Integer maxRunning;
    private @Nullable Rate rate;
    private boolean ordered;

    /** The fields of {@code rate}. */
    private static final class RateFields {
        private @Nullable Integer count;
        private @Nullable Long perMicros;
        private @Nullable Integer burst;

        boolean field(String name, StrictJson value) throws IOException {
            switch (name) {
                case "count" -> count = value.integer(1, (int) Rate.MAX_COUNT);
                case "per" -> perMicros = value.durationMicros(1, Rate.MAX_PER_MICROS);
                case "burst" -> burst = value.integer(1, (int) Rate.MAX_COUNT);
                default -> {
                    return false;
                }
            }
            return true;
        }
    }

    /** Reads a field if it is one of a queue's limit. */
    boolean fieldOfQueue(String name, StrictJson value) throws IOException {
        switch (name) {
            case "max_running" -> maxRunning = value.integer(1, MOST_RUNNING);
            case "rate" -> rate = rate(value);
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Reads a field if it is one of a limit of keys. */
    boolean field(String name, StrictJson value) throws IOException {
        if (!name.equals("ordered")) {
            return fieldOfQueue(name, value);
        }
        ordered = Boolean.TRUE.equals(value.bool());
        return true;
    }

    private static @Nullable Rate rate(StrictJson value) throws IOException {
        RateFields fields = new RateFields();
        if (!value.object(fields::field)) {
            return null;
        }
        Integer count = fields.count;
        Long per = fields.perMicros;
        if (count == null || per == null) {
            value.wrong("expected count and per");
            return null;
        }
        return new Rate(count, per, fields.burst == null ? 1 : fields.burst);
    }

    /** What contradicts what; null if nothing does. */
    @Nullable
    String contradiction() {
        return ordered && maxRunning != null && maxRunning > 1 ? "ordered excludes more than one running job" : null;
    }

    Limit limit() {
        return new Limit(maxRunning == null ? 0 : maxRunning, rate, ordered);
    }

    /** Writes the fields of a queue's limit into the current object. */
    static void writeOfQueue(Limit limit, JsonGenerator out) throws IOException {
        if (limit.maxRunning() == 0) {
            out.writeNullField("max_running");
        } else {
            out.writeNumberField("max_running", limit.maxRunning());
        }
        Rate rate = limit.rate();
        if (rate == null) {
            out.writeNullField("rate");
            return;
        }
        out.writeObjectFieldStart("rate");
        out.writeNumberField("count", rate.count());
        out.writeStringField("per", Durations.print(rate.perMicros()));
        out.writeNumberField("burst", rate.burst());
        out.writeEndObject();
    }

    /** Writes the fields of a limit of keys into the current object. */
    static void write(Limit limit, JsonGenerator out) throws IOException {
        writeOfQueue(limit, out);
        out.writeBooleanField("ordered", limit.ordered());
    }
}
