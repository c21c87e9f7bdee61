package dev.reeve.node.schedule;

import java.util.List;
import java.util.Locale;

/** One field of a cron expression: how its text becomes a set of numbers, as bits. */
enum CronField {
    SECOND("second", 0, 59, List.of()),
    MINUTE("minute", 0, 59, List.of()),
    HOUR("hour", 0, 23, List.of()),
    DAY("day of month", 1, 31, List.of()),
    MONTH("month", 1, 12, List.of("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")),
    /** Sunday is 0 and 7. */
    WEEKDAY("day of week", 0, 7, List.of("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"));

    private static final int SUNDAY = 7;

    private final String words;
    private final int min;
    private final int max;

    @SuppressWarnings("ImmutableEnumChecker")
    private final List<String> names;

    CronField(String words, int min, int max, List<String> names) {
        this.words = words;
        this.min = min;
        this.max = max;
        this.names = names;
    }

    /** The numbers of the field as bits. */
    long parse(String text) {
        long bits = 0;
        for (String part : text.split(",", -1)) {
            bits |= part(part);
        }
        // Sunday has two numbers.
        return this == WEEKDAY && (bits & 1L << SUNDAY) != 0 ? (bits | 1) & ~(1L << SUNDAY) : bits;
    }

    private long part(String part) {
        int slash = part.indexOf('/');
        String range = slash < 0 ? part : part.substring(0, slash);
        int step = slash < 0 ? 1 : step(part.substring(slash + 1));
        int dash = range.indexOf('-');
        int from;
        int to;
        if (range.equals("*") || (range.equals("?") && (this == DAY || this == WEEKDAY))) {
            from = min;
            to = this == WEEKDAY ? max - 1 : max;
        } else if (dash >= 0) {
            from = number(range.substring(0, dash));
            to = number(range.substring(dash + 1));
            // FRI-SUN is a range that ends with the other number of Sunday.
            to = this == WEEKDAY && to == 0 && from > 0 ? SUNDAY : to;
        } else {
            from = number(range);
            to = slash < 0 ? from : max;
        }
        if (from > to) {
            throw new IllegalArgumentException(words + ": expected a range that ascends, but got " + range);
        }
        long bits = 0;
        for (int number = from; number <= to; number += step) {
            bits |= 1L << number;
        }
        return bits;
    }

    private int step(String text) {
        if (!text.matches("[0-9]{1,3}") || Integer.parseInt(text) == 0) {
            throw new IllegalArgumentException(words + ": expected a step of at least 1, but got " + text);
        }
        return Integer.parseInt(text);
    }

    private int number(String text) {
        int name = names.indexOf(text.toUpperCase(Locale.ROOT));
        if (name >= 0) {
            return name + min;
        }
        int number = text.matches("[0-9]{1,3}") ? Integer.parseInt(text) : -1;
        if (number < min || number > max) {
            throw new IllegalArgumentException(words + ": expected "
                    + (names.isEmpty() ? "" : names.get(0) + " to " + names.get(names.size() - 1) + " or ") + min
                    + " to " + max + ", but got " + (text.isEmpty() ? "nothing" : text));
        }
        return number;
    }
}
