package dev.reeve.net.http;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
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

    private static final byte[] PLAIN = "0000-00-00T00:00:00.000000Z".getBytes(StandardCharsets.ISO_8859_1);
    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final int SECONDS_PER_DAY = 86_400;
    private static final long YEAR_10000_MICROS = 253_402_300_800L * MICROS_PER_SECOND;

    private Timestamps() {}

    /** Years of four digits are written digit by digit: a job has five times, and a formatter takes long for each. */
    public static String print(long micros) {
        if (micros < 0 || micros >= YEAR_10000_MICROS) {
            return FORMAT.format(Instant.ofEpochSecond(
                    Math.floorDiv(micros, MICROS_PER_SECOND), Math.floorMod(micros, MICROS_PER_SECOND) * 1000));
        }
        long seconds = micros / MICROS_PER_SECOND;
        LocalDate day = LocalDate.ofEpochDay(seconds / SECONDS_PER_DAY);
        int second = (int) (seconds % SECONDS_PER_DAY);
        byte[] text = PLAIN.clone();
        digits(day.getYear(), text, 4);
        digits(day.getMonthValue(), text, 7);
        digits(day.getDayOfMonth(), text, 10);
        digits(second / 3600, text, 13);
        digits(second / 60 % 60, text, 16);
        digits(second % 60, text, 19);
        digits((int) (micros % MICROS_PER_SECOND), text, 26);
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    /** Writes a number in front of the end, into zeros. */
    private static void digits(int number, byte[] text, int end) {
        int at = end;
        for (int rest = number; rest > 0; rest /= 10) {
            text[--at] = (byte) ('0' + rest % 10);
        }
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
