package dev.reeve.settings;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Human-readable durations: {@code 30s}, {@code 1h 15m 5s}, {@code 3w2d}. They are parsed and printed as the reference
 * implementation does. A fraction of a microsecond is rounded up, so that no duration above zero becomes zero.
 */
public final class Durations {
    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final long DAY_SECONDS = 86_400;
    private static final long MONTH_SECONDS = 2_630_016;
    private static final long YEAR_SECONDS = 31_557_600;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    /** Nanoseconds per unit; years and months have their mean length. */
    private static final Map<String, Long> UNITS = new LinkedHashMap<>();

    static {
        unit(1, "ns", "nsec", "nanos");
        unit(1_000, "us", "usec");
        unit(1_000_000, "ms", "msec", "millis");
        unit(NANOS_PER_SECOND, "s", "sec", "secs", "second", "seconds");
        unit(60 * NANOS_PER_SECOND, "m", "min", "mins", "minute", "minutes");
        unit(3600 * NANOS_PER_SECOND, "h", "hr", "hrs", "hour", "hours");
        unit(DAY_SECONDS * NANOS_PER_SECOND, "d", "day", "days");
        unit(7 * DAY_SECONDS * NANOS_PER_SECOND, "w", "week", "weeks");
        unit(MONTH_SECONDS * NANOS_PER_SECOND, "M", "month", "months");
        unit(YEAR_SECONDS * NANOS_PER_SECOND, "y", "year", "years");
    }

    private Durations() {}

    private static void unit(long nanos, String... names) {
        for (String name : names) {
            UNITS.put(name, nanos);
        }
    }

    /** Parses a duration in microseconds. Throws an IllegalArgumentException whose message names the error. */
    public static long parseMicros(String text) {
        int at = skipBlanks(text, 0);
        if (at == text.length()) {
            throw new IllegalArgumentException("value was empty");
        }
        long micros = 0;
        long nanos = 0;
        while (at < text.length()) {
            if (!isDigit(text.charAt(at))) {
                throw new IllegalArgumentException("expected number at " + at);
            }
            long number = 0;
            for (; at < text.length() && !isLetter(text.charAt(at)); at++) {
                number = digit(text, at, number);
            }
            int unitFrom = at;
            while (at < text.length() && isLetter(text.charAt(at))) {
                at++;
            }
            long unit = unit(text.substring(unitFrom, at), number);
            micros = add(micros, number, unit / 1000);
            nanos += unit == 1 ? number % NANOS_PER_SECOND : 0;
            micros = add(micros, unit == 1 ? number / NANOS_PER_SECOND : 0, MICROS_PER_SECOND);
            if (at < text.length() && !isDigit(text.charAt(at)) && !Character.isWhitespace(text.charAt(at))) {
                throw new IllegalArgumentException("invalid character at " + at);
            }
            at = skipBlanks(text, at);
        }
        return add(micros, (nanos + 999) / 1000, 1);
    }

    private static long digit(String text, int at, long number) {
        char c = text.charAt(at);
        if (Character.isWhitespace(c)) {
            return number;
        }
        if (!isDigit(c)) {
            throw new IllegalArgumentException("invalid character at " + at);
        }
        try {
            return Math.addExact(Math.multiplyExact(number, 10L), c - '0');
        } catch (ArithmeticException e) {
            throw tooLarge();
        }
    }

    private static long unit(String name, long number) {
        Long nanos = UNITS.get(name);
        if (name.isEmpty()) {
            throw new IllegalArgumentException("time unit needed, for example %1$dsec or %1$dms".formatted(number));
        }
        if (nanos == null) {
            throw new IllegalArgumentException(
                    ("unknown time unit \"%s\", supported units: ns, us, ms, sec, min, hours,"
                                    + " days, weeks, months, years (and few variations)")
                            .formatted(name));
        }
        return nanos;
    }

    private static long add(long micros, long number, long unitMicros) {
        try {
            return Math.addExact(micros, Math.multiplyExact(number, unitMicros));
        } catch (ArithmeticException e) {
            throw tooLarge();
        }
    }

    private static IllegalArgumentException tooLarge() {
        return new IllegalArgumentException("number is too large");
    }

    private static int skipBlanks(String text, int from) {
        int at = from;
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    /**
     * Prints the duration, largest unit first, without units that are zero: {@code 1h 15m 5s}, {@code 23days}, {@code
     * 0s}.
     */
    public static String print(long micros) {
        if (micros == 0) {
            return "0s";
        }
        StringBuilder text = new StringBuilder();
        long seconds = micros / MICROS_PER_SECOND;
        long monthsAndLess = seconds % YEAR_SECONDS;
        long daysAndLess = monthsAndLess % MONTH_SECONDS;
        long ofDay = daysAndLess % DAY_SECONDS;
        long below = micros % MICROS_PER_SECOND;
        counted(text, seconds / YEAR_SECONDS, "year");
        counted(text, monthsAndLess / MONTH_SECONDS, "month");
        counted(text, daysAndLess / DAY_SECONDS, "day");
        part(text, ofDay / 3600, "h");
        part(text, ofDay % 3600 / 60, "m");
        part(text, ofDay % 60, "s");
        part(text, below / 1000, "ms");
        part(text, below % 1000, "us");
        return text.toString();
    }

    private static void counted(StringBuilder text, long number, String unit) {
        part(text, number, number > 1 ? unit + "s" : unit);
    }

    private static void part(StringBuilder text, long number, String unit) {
        if (number > 0) {
            text.append(text.isEmpty() ? "" : " ").append(number).append(unit);
        }
    }
}
