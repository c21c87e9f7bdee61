package dev.reeve.node;

import dev.reeve.engine.AddedJob;
import dev.reeve.engine.Command;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.SetNext;
import dev.reeve.engine.schedule.MissedRuns;
import dev.reeve.engine.schedule.Schedule;
import dev.reeve.engine.schedule.ScheduleRuns;
import dev.reeve.node.schedule.ScheduleTimes;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands the engine the times of schedules that have come, and their next ones. They are times of the system clock; while the
 * server is ahead of it they come later, and while a jump of it is held they do not come.
 *
 * <p>Invariant: what has become of a time is journalled once. A schedule that cannot be served, because memory or disk is full,
 * is late: it is tried again, and its rule for missed runs applies when it can.
 */
final class ScheduleTimer {
    private static final Logger log = LoggerFactory.getLogger(ScheduleTimer.class);
    private static final int SCHEDULES_PER_TURN = 20;
    private static final int RUNS_PER_TURN = 100;
    private static final long TRY_AGAIN_MICROS = 1_000_000;
    private static final long UNREADABLE_MICROS = 3_600_000_000L;

    private final Clock clock;
    private final LiveEngine live;
    private final ApplyOrder order;
    private final Function<Command<?>, @Nullable Rejection> admission;
    private int pending;
    private long notBeforeMicros;

    /** @param admission why the node refuses a command; null if it does not */
    ScheduleTimer(Clock clock, LiveEngine live, ApplyOrder order, Function<Command<?>, @Nullable Rejection> admission) {
        this.clock = clock;
        this.live = live;
        this.order = order;
        this.admission = admission;
    }

    /** When {@link #fire} has something to do. */
    long nextMicros() {
        long next = live.nextScheduleMicros();
        // Until the last times are applied, the engine's answer is the old one.
        return next == Timers.NEVER || pending > 0
                ? Timers.NEVER
                : Math.max(notBeforeMicros, clock.atSystemTime(Math.max(0, next)));
    }

    /** Hands in the times that have come, of some schedules. */
    void fire(long nowMicros) {
        if (nextMicros() > nowMicros) {
            return;
        }
        long systemNow = clock.systemTimeMicros();
        int runs = 0;
        for (Schedule schedule : live.engine().schedules().due(systemNow, SCHEDULES_PER_TURN)) {
            SetNext command = command(schedule, systemNow);
            runs += command.dueMicros().size();
            if (admission.apply(command) != null) {
                notBeforeMicros = nowMicros + TRY_AGAIN_MICROS;
                return;
            }
            append(command);
            if (runs >= RUNS_PER_TURN) {
                return;
            }
        }
    }

    /**
     * Hands in the runs that have waited for a job which has ended: they need no time, so any node may do it. Returns whether runs are on
     * their way, which a caller has to see.
     */
    boolean startFreeRuns() {
        if (live.nextScheduleMicros() != Schedule.NOW) {
            return false;
        }
        // What is pending was handed in for the same runs, or will be followed by them.
        List<Schedule> free =
                pending > 0 ? List.of() : live.engine().schedules().due(Schedule.NOW, SCHEDULES_PER_TURN);
        for (Schedule schedule : free) {
            long next = schedule.nextMicros();
            SetNext command = new SetNext(schedule.name(), next, List.of(), clock.systemTimeMicros(), next);
            if (admission.apply(command) == null) {
                append(command);
            }
        }
        return pending > 0;
    }

    private void append(SetNext command) {
        pending++;
        order.append(command, new Runs(command.name()));
    }

    private static SetNext command(Schedule schedule, long nowMicros) {
        long next = schedule.nextMicros();
        try {
            ScheduleTimes times = ScheduleTimes.of(schedule.spec());
            int most = schedule.spec().missed() == MissedRuns.ALL ? ScheduleRuns.MOST_RUNS : 1;
            List<Long> due = times.dueMicros(next, nowMicros, most);
            return new SetNext(schedule.name(), next, due, nowMicros, times.nextMicros(next, nowMicros));
        } catch (IllegalArgumentException e) {
            log.error("schedule {} cannot be read, trying again in an hour: {}", schedule.name(), e.getMessage());
            return new SetNext(schedule.name(), next, List.of(), nowMicros, nowMicros + UNREADABLE_MICROS);
        }
    }

    /** The end of a command. */
    private final class Runs implements CommandEnd<List<AddedJob>> {
        private final String name;

        Runs(String name) {
            this.name = name;
        }

        @Override
        public void applied(Outcome<List<AddedJob>> outcome, @Nullable List<AddedJob> runs) {
            pending--;
            for (AddedJob run : runs == null ? List.<AddedJob>of() : runs) {
                Rejection why = run.rejection();
                if (why != null && why != Rejection.JOB_EXISTS) {
                    log.warn("schedule {}: job {} was not added: {}", name, run.id(), why);
                }
            }
        }

        @Override
        public void unknown() {
            pending--;
        }
    }
}
