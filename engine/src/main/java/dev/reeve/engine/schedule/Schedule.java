package dev.reeve.engine.schedule;

import dev.reeve.engine.collection.DeadlineHeap;
import dev.reeve.engine.job.HeapBytes;
import dev.reeve.engine.job.JobId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A schedule: a template from which a job is added whenever its time has come. Immutable; a change replaces it under the same
 * name.
 *
 * @param nextMicros the time of the next run
 * @param waiting the run that waits for the end of an earlier one; null if none does
 * @param last the jobs of the last runs, the latest one first. A job may have been removed since
 */
public record Schedule(
        String name,
        ScheduleSpec spec,
        long nextMicros,
        boolean paused,
        @Nullable WaitingRun waiting,
        List<JobId> last) {
    /** How many runs a schedule remembers. */
    public static final int MOST_LAST = 10;

    /** Due whatever the time is. */
    public static final long NOW = Long.MIN_VALUE;

    static final Comparator<Schedule> BY_NAME = Comparator.comparing(Schedule::name);
    static final Comparator<Schedule> BY_DUE =
            Comparator.comparingLong(Schedule::dueMicros).thenComparing(Schedule::name);

    /** The longest time after the at sign of a run's id. */
    private static final int LONGEST_TIME = 28;

    private static final long ID_BYTES = 40;
    private static final long OVERHEAD_BYTES = 160 + 2 * HeapBytes.HASH_ENTRY + 2 * HeapBytes.SLOT;

    /**
     * A run that waits for the end of earlier ones.
     *
     * @param forMicros the time of the run
     * @param free whether they have ended
     */
    public record WaitingRun(long forMicros, boolean free) {}

    public Schedule {
        last = List.copyOf(last);
    }

    /** The time from which the schedule has something to do. */
    public long dueMicros() {
        if (waiting != null && waiting.free) {
            return NOW;
        }
        return paused ? DeadlineHeap.NEVER : nextMicros;
    }

    /** Whether a run waits for the end of earlier ones. */
    boolean isWaiting() {
        return waiting != null && !waiting.free;
    }

    Schedule at(long next) {
        return new Schedule(name, spec, next, paused, waiting, last);
    }

    Schedule paused(boolean value) {
        return new Schedule(name, spec, nextMicros, value, waiting, last);
    }

    Schedule waiting(@Nullable WaitingRun value) {
        return new Schedule(name, spec, nextMicros, paused, value, last);
    }

    /** The schedule after that run. */
    Schedule ran(JobId job) {
        if (last.contains(job)) {
            return this;
        }
        List<JobId> jobs = new ArrayList<>(MOST_LAST);
        jobs.add(job);
        jobs.addAll(last.subList(0, Math.min(last.size(), MOST_LAST - 1)));
        return new Schedule(name, spec, nextMicros, paused, waiting, jobs);
    }

    /** A copy without content of clients. */
    public Schedule withoutContent() {
        ScheduleSpec shown = new ScheduleSpec(
                spec.cron(),
                spec.zone(),
                spec.everyMicros(),
                spec.job().withoutContent(),
                spec.missed(),
                spec.overlap());
        return new Schedule(name, shown, nextMicros, paused, waiting, last);
    }

    /** The estimated memory, with the place for all the jobs that it remembers. */
    public long sizeBytes() {
        long ids = MOST_LAST * (ID_BYTES + HeapBytes.longestString(name.length() + LONGEST_TIME));
        return OVERHEAD_BYTES + 2 * HeapBytes.string(name) + spec.sizeBytes() + ids;
    }
}
