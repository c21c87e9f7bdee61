package dev.reeve.node.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A cron expression of minutes, hours and weekdays that looks at every minute, to compare the real one with. */
public final class NaiveCron {
    private static final long SECOND = 1_000_000;

    private final Set<Integer> minutes;
    private final int everyHours;
    private final Set<Integer> hours;
    private final Set<Integer> weekdays;

    /** @param everyHours 0 for times of the day */
    private NaiveCron(Set<Integer> minutes, int everyHours, Set<Integer> hours, Set<Integer> weekdays) {
        this.minutes = minutes;
        this.everyHours = everyHours;
        this.hours = hours;
        this.weekdays = weekdays;
    }

    public static NaiveCron random(SplittableRandom random) {
        int every = random.nextInt(3) > 0 ? 0 : 1 + random.nextInt(6);
        Set<Integer> hours = new TreeSet<>();
        if (every == 0) {
            // Most changes of clocks are at night.
            numbers(random, 3, 4).forEach(hours::add);
            hours.add(random.nextInt(24));
        } else {
            for (int hour = 0; hour < 24; hour += every) {
                hours.add(hour);
            }
        }
        Set<Integer> weekdays = random.nextInt(3) > 0 ? Set.of() : numbers(random, 3, 7);
        return new NaiveCron(numbers(random, 3, 60), every, hours, weekdays);
    }

    private static Set<Integer> numbers(SplittableRandom random, int most, int bound) {
        Set<Integer> numbers = new TreeSet<>();
        for (int i = 1 + random.nextInt(most); i > 0; i--) {
            numbers.add(random.nextInt(bound));
        }
        return numbers;
    }

    public String text() {
        String hour = everyHours == 0 ? join(hours) : everyHours == 1 ? "*" : "*/" + everyHours;
        return join(minutes) + " " + hour + " * * " + (weekdays.isEmpty() ? "*" : join(weekdays));
    }

    private static String join(Set<Integer> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    /** The times in microseconds, in whole minutes. */
    public List<Long> timesAfter(Instant start, Duration length, ZoneId zone) {
        List<Long> found = new ArrayList<>();
        Set<LocalDateTime> seen = new HashSet<>();
        long minute = Math.floorDiv(start.getEpochSecond(), 60) * 60;
        // What the clocks repeat may have come before the start.
        for (long second = minute - 86_400; second <= minute + length.toSeconds(); second += 60) {
            boolean comes = comesAt(Instant.ofEpochSecond(second), zone, seen);
            if (comes && second > start.getEpochSecond()) {
                found.add(second * SECOND);
            }
        }
        return found;
    }

    private boolean comesAt(Instant at, ZoneId zone, Set<LocalDateTime> seen) {
        LocalDateTime local = LocalDateTime.ofInstant(at, zone);
        ZoneOffsetTransition last = zone.getRules().previousTransition(at.plusSeconds(1));
        boolean isFirst = seen.add(local);
        if (last == null || !last.isGap()) {
            return fits(local) && (isFirst || everyHours > 0);
        }
        LocalDateTime unchanged = LocalDateTime.ofInstant(at, last.getOffsetBefore());
        if (everyHours > 0) {
            boolean skipped = unchanged.isBefore(last.getDateTimeAfter()) && fits(unchanged);
            return skipped || fits(local);
        }
        boolean endOfGap = at.equals(last.getInstant()) && anyFits(last.getDateTimeBefore(), last.getDateTimeAfter());
        return endOfGap || (fits(local) && isFirst);
    }

    private boolean anyFits(LocalDateTime from, LocalDateTime to) {
        for (LocalDateTime minute = from; minute.isBefore(to); minute = minute.plusMinutes(1)) {
            if (fits(minute)) {
                return true;
            }
        }
        return false;
    }

    private boolean fits(LocalDateTime local) {
        return minutes.contains(local.getMinute())
                && hours.contains(local.getHour())
                && (weekdays.isEmpty() || weekdays.contains(local.getDayOfWeek().getValue() % 7));
    }
}
