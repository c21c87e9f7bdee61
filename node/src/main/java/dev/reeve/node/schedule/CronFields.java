package dev.reeve.node.schedule;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a cron expression on a calendar without a time zone: second (if there are six), minute, hour, day of month,
 * month, day of week. If neither of the two days is a star, one of them is enough; else both must fit.
 */
final class CronFields {
    /** A date that comes at all comes within this: a 29 February on a certain weekday may take 40 years. */
    private static final int HORIZON_YEARS = 50;

    private static final int DAYS_A_WEEK = 7;
    private static final Map<String, String> NAMED = Map.of(
            "@yearly", "0 0 1 1 *",
            "@annually", "0 0 1 1 *",
            "@monthly", "0 0 1 * *",
            "@weekly", "0 0 * * 0",
            "@daily", "0 0 * * *",
            "@midnight", "0 0 * * *",
            "@hourly", "0 * * * *");
    private static final LocalDateTime ANY = LocalDateTime.of(2000, 1, 1, 0, 0);

    private final long seconds;
    private final long minutes;
    private final long hours;
    private final long days;
    private final long months;
    private final long weekdays;
    private final boolean oneDayIsEnough;
    private final boolean everyHour;

    private CronFields(String[] texts) {
        seconds = CronField.SECOND.parse(texts[0]);
        minutes = CronField.MINUTE.parse(texts[1]);
        hours = CronField.HOUR.parse(texts[2]);
        days = CronField.DAY.parse(texts[3]);
        months = CronField.MONTH.parse(texts[4]);
        weekdays = CronField.WEEKDAY.parse(texts[5]);
        oneDayIsEnough = !isStar(texts[3]) && !isStar(texts[5]);
        everyHour = texts[2].contains("*");
    }

    /** Reads an expression; an {@link IllegalArgumentException} says what is wrong with it. */
    static CronFields parse(String text) {
        String[] texts = NAMED.getOrDefault(text.strip(), text).strip().split("\\s+");
        if (texts[0].startsWith("@")) {
            throw new IllegalArgumentException(
                    "expected one of @yearly, @monthly, @weekly, @daily, @hourly, but got " + texts[0]);
        }
        if (texts.length != 5 && texts.length != 6) {
            throw new IllegalArgumentException("expected 5 or 6 fields, but got " + texts.length);
        }
        String[] six = texts.length == 6 ? texts : ("0 " + String.join(" ", texts)).split(" ");
        CronFields fields = new CronFields(six);
        if (fields.next(ANY) == null) {
            throw new IllegalArgumentException("the date never comes");
        }
        return fields;
    }

    private static boolean isStar(String text) {
        return text.startsWith("*") || text.equals("?");
    }

    /** Whether the hours are said as a step and not as times of the day. */
    boolean isEveryHour() {
        return everyHour;
    }

    /** The first time that fits, from that time on, in whole seconds; null if there is none. */
    @Nullable
    LocalDateTime next(LocalDateTime from) {
        LocalTime rest = timeFrom(from.toLocalTime());
        if (rest != null && fits(from.toLocalDate())) {
            return from.toLocalDate().atTime(rest);
        }
        LocalTime first = timeFrom(LocalTime.MIDNIGHT);
        LocalDate date = from.toLocalDate().plusDays(1);
        LocalDate horizon = date.plusYears(HORIZON_YEARS);
        while (date.isBefore(horizon)) {
            if ((months & 1L << date.getMonthValue()) == 0) {
                date = date.withDayOfMonth(1).plusMonths(1);
            } else if (fits(date)) {
                return first == null ? null : date.atTime(first);
            } else {
                date = date.plusDays(1);
            }
        }
        return null;
    }

    private boolean fits(LocalDate date) {
        boolean day = (days & 1L << date.getDayOfMonth()) != 0;
        boolean weekday = (weekdays & 1L << date.getDayOfWeek().getValue() % DAYS_A_WEEK) != 0;
        return (months & 1L << date.getMonthValue()) != 0 && (oneDayIsEnough ? day || weekday : day && weekday);
    }

    /** The first time of the day that fits, from that time on; null if there is none. */
    private @Nullable LocalTime timeFrom(LocalTime from) {
        int hour = atLeast(hours, from.getHour());
        if (hour == from.getHour()) {
            int minute = atLeast(minutes, from.getMinute());
            int second = minute == from.getMinute() ? atLeast(seconds, from.getSecond()) : atLeast(seconds, 0);
            if (second < 0) {
                minute = atLeast(minutes, minute + 1);
                second = atLeast(seconds, 0);
            }
            if (minute >= 0) {
                return LocalTime.of(hour, minute, second);
            }
            hour = atLeast(hours, hour + 1);
        }
        return hour < 0 ? null : LocalTime.of(hour, atLeast(minutes, 0), atLeast(seconds, 0));
    }

    /** The smallest of the numbers that is not less; -1 if there is none. */
    private static int atLeast(long numbers, int least) {
        long rest = least >= Long.SIZE ? 0 : numbers & (-1L << least);
        return rest == 0 ? -1 : Long.numberOfTrailingZeros(rest);
    }
}
