package dev.reeve.client;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Duration;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * A schedule to be put. Immutable.
 *
 * @param timing a cron expression, or null if {@code every} is set
 * @param missed {@code skip}, {@code one} or {@code all}; null for the server's default
 * @param overlap {@code allow}, {@code skip} or {@code queue}; null for the server's default
 */
public record ScheduleRequest(
        String name,
        @Nullable String timing,
        @Nullable Duration every,
        @Nullable ZoneId zone,
        @Nullable String missed,
        @Nullable String overlap) {
    public static ScheduleRequest cron(String name, String expression, ZoneId zone) {
        return new ScheduleRequest(name, expression, null, zone, null, null);
    }

    public static ScheduleRequest every(String name, Duration interval) {
        return new ScheduleRequest(name, null, interval, null, null, null);
    }

    public ScheduleRequest missed(String word) {
        return new ScheduleRequest(name, timing, every, zone, word, overlap);
    }

    public ScheduleRequest overlap(String word) {
        return new ScheduleRequest(name, timing, every, zone, missed, word);
    }

    void write(JsonGenerator out) throws IOException {
        writeIfGiven("cron", timing, out);
        writeIfGiven("every", every == null ? null : WireText.of(every), out);
        writeIfGiven("zone", zone == null ? null : zone.getId(), out);
        writeIfGiven("missed", missed, out);
        writeIfGiven("overlap", overlap, out);
    }

    private static void writeIfGiven(String field, @Nullable String value, JsonGenerator out) throws IOException {
        if (value != null) {
            out.writeStringField(field, value);
        }
    }
}
