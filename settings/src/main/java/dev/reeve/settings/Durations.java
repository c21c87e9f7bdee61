package dev.reeve.settings;

import java.util.HashMap;
import java.util.Map;

/**
 * Human-readable durations: {@code 30s}, {@code 1h 15m 5s}, {@code 3w2d}. They are parsed and printed as Ocypod does. A
 * fraction of a microsecond is rounded up, so that no duration above zero becomes zero.
 */
public final class Durations {
    private static final long SECOND = 1_000_000;
    private static final long DAY = 86_400 * SECOND;
    private static final long MONTH = 2_630_016 * SECOND;
    private static final long YEAR = 31_557_600 * SECOND;

    /** Marks nanoseconds among the units, which are otherwise in microseconds. */
    private static final long NANOS = 0;

    /** The units by name; years and months have their mean length. */
    private static final Map<String, Long> UNITS = new HashMap<>();

    static {
        unit(NANOS, "ns", "nsec", "nanos");
        unit(1, "us", "usec");
        unit(1_000, "ms", "msec", "millis");
        unit(SECOND, "s", "sec", "secs", "second", "seconds");
        unit(60 * SECOND, "m", "min", "mins", "minute", "minutes");
        unit(3600 * SECOND, "h", "hr", "hrs", "hour", "hours");
        unit(DAY, "d", "day", "days");
        unit(7 * DAY, "w", "week", "weeks");
        unit(MONTH, "M", "month", "months");
        unit(YEAR, "y", "year", "years");
    }

    private record PrintedUnit(long micros, String one, String many) {}

    private static final PrintedUnit[] PRINTED = {
        new PrintedUnit(YEAR, "year", "years"),
        new PrintedUnit(MONTH, "month", "months"),
        new PrintedUnit(DAY, "day", "days"),
        new PrintedUnit(3600 * SECOND, "h", "h"),
        new PrintedUnit(60 * SECOND, "m", "m"),
        new PrintedUnit(SECOND, "s", "s"),
        new PrintedUnit(1_000, "ms", "ms"),
        new PrintedUnit(1, "us", "us"),
    };

    private Durations() {}

    private static void unit(long micros, String... names) {
        for (String name : names) {
            UNITS.put(name, micros);
        }
    }

    /** Parses a duration in microseconds. Throws an IllegalArgumentException whose message names the error. */
    public static long parseMicros(String text) {
        try {
            return parse(text);
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("number is too large", e);
        }
    }

    private static long parse(String text) {
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
                char c = text.charAt(at);
                if (isDigit(c)) {
                    number = Math.addExact(Math.multiplyExact(number, 10L), c - '0');
                } else if (!Character.isWhitespace(c)) {
                    throw new IllegalArgumentException("invalid character at " + at);
                }
            }
            int unitFrom = at;
            while (at < text.length() && isLetter(text.charAt(at))) {
                at++;
            }
            long unit = unit(text.substring(unitFrom, at), number);
            micros = Math.addExact(micros, unit == NANOS ? number / 1000 : Math.multiplyExact(number, unit));
            nanos += unit == NANOS ? number % 1000 : 0;
            if (at < text.length() && !isDigit(text.charAt(at)) && !Character.isWhitespace(text.charAt(at))) {
                throw new IllegalArgumentException("invalid character at " + at);
            }
            at = skipBlanks(text, at);
        }
        return Math.addExact(micros, (nanos + 999) / 1000);
    }

    private static long unit(String name, long number) {
        Long micros = UNITS.get(name);
        if (name.isEmpty()) {
            throw new IllegalArgumentException("time unit needed, for example %1$dsec or %1$dms".formatted(number));
        }
        if (micros == null) {
            throw new IllegalArgumentException(
                    ("unknown time unit \"%s\", supported units: ns, us, ms, sec, min, hours,"
                                    + " days, weeks, months, years (and few variations)")
                            .formatted(name));
        }
        return micros;
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

    /** Prints the duration, largest unit first, without units that are zero: {@code 1h 15m 5s}, {@code 23days}, {@code 0s}. */
    public static String print(long micros) {
        StringBuilder text = new StringBuilder();
        long rest = micros;
        for (PrintedUnit unit : PRINTED) {
            long number = rest / unit.micros;
            if (number > 0) {
                text.append(text.isEmpty() ? "" : " ").append(number).append(number > 1 ? unit.many : unit.one);
            }
            rest %= unit.micros;
        }
        return text.isEmpty() ? "0s" : text.toString();
    }
}
