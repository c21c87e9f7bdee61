package dev.reeve.net.http;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** RFC 3339 timestamps: printed in UTC with microseconds, parsed with any offset. */
public final class Timestamps {
    /** What {@link #parse} accepts, in words. */
    public static final String EXPECTED = "a time of RFC 3339 from 1970 to 9999, such as \"2026-11-16T12:05:00Z\"";

    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    private static final Pattern RFC_3339 =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?(Z|[+-]\\d\\d:\\d\\d)");

    private Timestamps() {}

    public static String print(long micros) {
        return FORMAT.format(
                Instant.ofEpochSecond(Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1000));
    }

    /** The time in microseconds since 1970; null if the text is not a time in this range. */
    public static @Nullable Long parse(String text) {
        String upper = text.toUpperCase(Locale.ROOT);
        if (!RFC_3339.matcher(upper).matches()) {
            return null;
        }
        try {
            Instant time = DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(upper, Instant::from);
            // ChronoUnit.between counts nanoseconds before Java 19, which overflow in the year 2262
            long micros = time.getEpochSecond() * 1_000_000L + time.getNano() / 1000;
            return micros < 0 ? null : micros;
        } catch (DateTimeException e) {
            return null;
        }
    }
}
