package dev.reeve.engine.schedule;

import dev.reeve.engine.AddedJob;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.schedule.Schedule.WaitingRun;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules of schedules: which of the times that are handed in become jobs. The id of a run's job follows from the schedule
 * and the time, so one run is one job.
 */
public final class ScheduleRuns {
    public static final int MOST_SCHEDULES = 10_000;

    /** How many missed runs are made up for at most. */
    public static final int MOST_RUNS = 100;

    /** A run that is added later than this was missed. */
    public static final long GRACE_MICROS = 60_000_000;

    /** The header that tells a job for which time it was added. */
    public static final String SCHEDULED_FOR = "scheduled_for";

    private static final long MICROS_A_SECOND = 1_000_000;

    private final EngineState state;
    private final Schedules schedules = new Schedules();

    public ScheduleRuns(EngineState state) {
        this.state = state;
    }

    public Schedules all() {
        return schedules;
    }

    /** The job of the schedule's run at that time. */
    public static JobId job(String name, long micros) {
        return JobId.of(name + "@" + time(micros));
    }

    private static String time(long micros) {
        long second = Math.floorDiv(micros, MICROS_A_SECOND);
        return Instant.ofEpochSecond(second, 1000 * Math.floorMod(micros, MICROS_A_SECOND))
                .toString();
    }

    /**
     * Adds a schedule, or replaces what an operator says about it. Whether it is paused, its last runs and, unless its times
     * change, its next time stay. Returns whether it is new.
     */
    public Outcome<Boolean> put(String name, ScheduleSpec spec, long nextMicros) {
        Schedule known = schedules.get(name);
        if (known == null) {
            if (schedules.size() >= MOST_SCHEDULES) {
                return Outcome.refused(Rejection.LIMIT_REACHED, Integer.toString(MOST_SCHEDULES));
            }
            schedules.put(new Schedule(name, spec, nextMicros, false, null, List.of()));
            return Outcome.of(true);
        }
        boolean sameTimes = known.spec().hasTimesOf(spec);
        WaitingRun waiting = spec.overlap() == Overlap.QUEUE ? known.waiting() : null;
        schedules.put(new Schedule(
                name, spec, sameTimes ? known.nextMicros() : nextMicros, known.paused(), waiting, known.last()));
        return Outcome.of(false);
    }

    /** Removes the schedule. Its jobs stay. Returns whether there was one. */
    public boolean drop(String name) {
        return schedules.remove(name) != null;
    }

    /** Pauses the schedule, or resumes it at that time. A run that waits is given up. Returns whether there is one. */
    public boolean pause(String name, boolean paused, long nextMicros) {
        Schedule known = schedules.get(name);
        if (known == null) {
            return false;
        }
        if (known.paused() != paused) {
            schedules.put(known.waiting(null).paused(paused).at(paused ? known.nextMicros() : nextMicros));
        }
        return true;
    }

    /** Adds a job of the schedule for the time of the entry, also if the schedule is paused or another run goes on. */
    public Outcome<AddedJob> runNow(String name) {
        Schedule known = schedules.get(name);
        if (known == null) {
            return Outcome.refused(Rejection.SCHEDULE_NOT_FOUND);
        }
        Outcome<AddedJob> added = add(known, state.atMicros());
        JobId id = job(name, state.atMicros());
        if (added.rejection() == null && added.reply().id().equals(id)) {
            schedules.put(known.ran(id));
        }
        return added;
    }

    /**
     * Lets the schedule run for the times that are due, as its rules say, and sets its next time. Changes nothing if the
     * schedule has changed since the times were computed.
     *
     * @param afterMicros the next time of the schedule when they were computed
     * @param dueMicros the times that have come, ascending
     * @param nowMicros the time when they were computed, by the clock that they are meant for
     * @return what became of each run that the rules allow
     */
    public List<AddedJob> advance(
            String name, long afterMicros, List<Long> dueMicros, long nowMicros, long nextMicros) {
        Schedule known = schedules.get(name);
        if (known == null || known.paused() || known.nextMicros() != afterMicros) {
            return List.of();
        }
        List<AddedJob> added = new ArrayList<>();
        Schedule schedule = known.at(nextMicros);
        WaitingRun waiting = schedule.waiting();
        if (waiting != null && waiting.free()) {
            schedule = runOrWait(schedule.waiting(null), waiting.forMicros(), added);
        }
        for (long run : wanted(schedule.spec().missed(), dueMicros, nowMicros)) {
            schedule = runOrWait(schedule, run, added);
        }
        schedules.put(schedule);
        return added;
    }

    private static List<Long> wanted(MissedRuns missed, List<Long> due, long nowMicros) {
        if (due.isEmpty() || missed == MissedRuns.ALL) {
            return due.size() <= MOST_RUNS ? due : due.subList(due.size() - MOST_RUNS, due.size());
        }
        long latest = due.get(due.size() - 1);
        boolean late = nowMicros - latest > GRACE_MICROS;
        return late && missed == MissedRuns.SKIP ? List.of() : List.of(latest);
    }

    private Schedule runOrWait(Schedule schedule, long run, List<AddedJob> added) {
        List<JobId> unfinished = schedule.spec().overlap() == Overlap.ALLOW ? List.of() : unfinished(schedule, null);
        if (unfinished.isEmpty()) {
            Outcome<AddedJob> outcome = add(schedule, run);
            Rejection why = outcome.rejection();
            JobId id = job(schedule.name(), run);
            added.add(why == null ? outcome.reply() : AddedJob.refused(id, why));
            // A run whose unique key another job holds has no job of its own.
            boolean ran = why == null ? outcome.reply().id().equals(id) : why == Rejection.JOB_EXISTS;
            return ran ? schedule.ran(id) : schedule;
        }
        if (schedule.spec().overlap() == Overlap.SKIP || schedule.waiting() != null) {
            return schedule;
        }
        return schedule.waiting(new WaitingRun(run, false));
    }

    /** The jobs of the last runs that have not ended; the given one has. */
    private List<JobId> unfinished(Schedule schedule, @Nullable JobId ended) {
        List<JobId> found = new ArrayList<>();
        for (JobId id : schedule.last()) {
            Job job = id.equals(ended) ? null : state.find(JobRef.of(id));
            if (job != null && !job.state().ended()) {
                found.add(id);
            }
        }
        return found;
    }

    private Outcome<AddedJob> add(Schedule schedule, long run) {
        Add add = schedule.spec().job().add(job(schedule.name(), run), SCHEDULED_FOR, time(run));
        return add.apply(state);
    }

    /** The most that so many runs of the schedule add to the live data. */
    public long growthBytes(String name, int runs) {
        Schedule known = schedules.get(name);
        if (known == null) {
            return 0;
        }
        boolean starts = known.waiting() != null && known.waiting().free();
        int most = Math.min(runs, MOST_RUNS) + (starts ? 1 : 0);
        // No time has a longer text.
        Add add = known.spec().job().add(job(name, 1), SCHEDULED_FOR, time(1));
        return most == 0 ? 0 : add.growthBytes(state) + (most - 1) * add.growthBytes();
    }

    /** The job has ended or was removed: a run that waits for it may be free. */
    public void ended(JobId job) {
        Schedule schedule = schedules.waitingFor(job);
        WaitingRun waiting = schedule == null ? null : schedule.waiting();
        if (schedule != null && waiting != null && unfinished(schedule, job).isEmpty()) {
            schedules.put(schedule.waiting(new WaitingRun(waiting.forMicros(), true)));
        }
    }

    /** Adds a schedule from a snapshot. */
    public void restore(Schedule schedule) {
        schedules.put(schedule);
    }

    public void clear() {
        schedules.clear();
    }

    public long sizeBytes() {
        return schedules.sizeBytes();
    }
}
