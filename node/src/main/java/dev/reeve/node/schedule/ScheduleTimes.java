package dev.reeve.node.schedule;

import dev.reeve.engine.schedule.ScheduleSpec;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The times of one schedule. They are times of the system clock, which people mean when they say a time of the day.
 *
 * <p>Invariant: a time follows from the one before, so that whoever has the next time has all later ones.
 */
public final class ScheduleTimes {
    private static final long MICROS_A_SECOND = 1_000_000;
    private static final long FIRST_WINDOW_MICROS = 60 * MICROS_A_SECOND;
    private static final int WINDOW_FACTOR = 8;

    private final @Nullable CronExpression cron;
    private final long everyMicros;

    private ScheduleTimes(@Nullable CronExpression cron, long everyMicros) {
        this.cron = cron;
        this.everyMicros = everyMicros;
    }

    /** The times of an expression; an {@link IllegalArgumentException} says what is wrong with it. */
    public static ScheduleTimes ofCron(String expression, String zone) {
        return new ScheduleTimes(new CronExpression(expression, zone(zone)), 0);
    }

    /**
     * The times of an interval.
     *
     * @param everyMicros above 0
     */
    public static ScheduleTimes ofInterval(long everyMicros) {
        return new ScheduleTimes(null, everyMicros);
    }

    /** The times of a schedule; an {@link IllegalArgumentException} if this machine does not know its time zone. */
    public static ScheduleTimes of(ScheduleSpec spec) {
        String expression = spec.cron();
        return expression == null ? ofInterval(spec.everyMicros()) : ofCron(expression, spec.zone());
    }

    /** The zone of that name; an {@link IllegalArgumentException} if there is none. */
    public static ZoneId zone(String name) {
        try {
            return ZoneId.of(name);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("expected a time zone such as Europe/Berlin or UTC", e);
        }
    }

    /** The first time after now. An interval begins with a whole second. */
    public long firstMicros(long nowMicros) {
        return cron != null
                ? cron.nextMicros(nowMicros)
                : Math.floorDiv(nowMicros, MICROS_A_SECOND) * MICROS_A_SECOND + everyMicros;
    }

    /**
     * The first time after the given one.
     *
     * @param knownMicros a time of the schedule
     */
    public long nextMicros(long knownMicros, long afterMicros) {
        if (knownMicros > afterMicros) {
            return knownMicros;
        }
        return cron != null
                ? cron.nextMicros(afterMicros)
                : knownMicros + ((afterMicros - knownMicros) / everyMicros + 1) * everyMicros;
    }

    /**
     * The last times that have come, ascending. The work does not depend on how long ago the first one was.
     *
     * @param nextMicros the first one that counts
     * @param most so many at most
     */
    public List<Long> dueMicros(long nextMicros, long nowMicros, int most) {
        if (nextMicros > nowMicros) {
            return List.of();
        }
        if (cron == null) {
            return dueIntervals(nextMicros, nowMicros, most);
        }
        long window = FIRST_WINDOW_MICROS;
        while (true) {
            boolean whole = nowMicros - nextMicros <= window;
            List<Long> found = dueAfter(cron, whole ? nextMicros - 1 : nowMicros - window, nowMicros, most);
            if (whole || found.size() == most) {
                return found;
            }
            window *= WINDOW_FACTOR;
        }
    }

    private static List<Long> dueAfter(CronExpression cron, long afterMicros, long nowMicros, int most) {
        Deque<Long> found = new ArrayDeque<>();
        long time = cron.nextMicros(afterMicros);
        while (time <= nowMicros) {
            if (found.size() == most) {
                found.removeFirst();
            }
            found.addLast(time);
            time = cron.nextMicros(time);
        }
        return List.copyOf(found);
    }

    private List<Long> dueIntervals(long nextMicros, long nowMicros, int most) {
        long later = (nowMicros - nextMicros) / everyMicros;
        List<Long> found = new ArrayList<>();
        for (long step = Math.max(0, later - most + 1); step <= later; step++) {
            found.add(nextMicros + step * everyMicros);
        }
        return found;
    }
}
