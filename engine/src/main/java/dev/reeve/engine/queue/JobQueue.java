package dev.reeve.engine.queue;

import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.qless.CallerClockIndex;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of one name, each in the order that its state asks for. A queue that was deleted lives on under its number as
 * long as a job of it does; one that is used again under the same name is another queue.
 */
public final class JobQueue {
    public static final Comparator<JobQueue> BY_NAME = Comparator.comparing(JobQueue::name);
    public static final Comparator<JobQueue> BY_NUMBER = Comparator.comparingLong(JobQueue::number);

    /** Instead of the moment since when a queue is known: it is used, but not listed. */
    public static final long UNLISTED = Long.MIN_VALUE;

    private static final Comparator<Job> BY_JOB_NUMBER = (a, b) -> Long.compare(a.number(), b.number());
    private static final Comparator<Job> BY_DUE_TIME =
            (a, b) -> byTime(a.dueAtMicros(), a.number(), b.dueAtMicros(), b.number());
    private static final Comparator<Job> BY_LEASE_END =
            (a, b) -> byTime(CallerClockIndex.leaseEnd(a), a.number(), CallerClockIndex.leaseEnd(b), b.number());

    private static final long OVERHEAD_BYTES = 1536;
    private static final int MOST_PRIORITIES = 64;

    private final long number;
    private final String name;
    private final RankedSet<Job> ready = new RankedSet<>(ReadyOrder.INSTANCE);
    private final RankedSet<Job> scheduled = new RankedSet<>(BY_DUE_TIME);
    private final RankedSet<Job> leased = new RankedSet<>(BY_LEASE_END);
    private final RankedSet<Job> depends = new RankedSet<>(CallerClockIndex.BY_DUE_TIME);
    private final RankedSet<Job> completed = new RankedSet<>(BY_JOB_NUMBER);
    private final RankedSet<Job> failed = new RankedSet<>(BY_JOB_NUMBER);
    private final RankedSet<Job> timedOut = new RankedSet<>(BY_JOB_NUMBER);
    private final RankedSet<Job> cancelled = new RankedSet<>(BY_JOB_NUMBER);
    private @Nullable CallerClockIndex callerClockIndex;
    private @Nullable Terms defaults;
    private boolean paused;
    private long knownAtMicros;
    private boolean deleted;
    private int onlyScheduled;
    private int retryingFailed;

    public JobQueue(long number, String name) {
        this.number = number;
        this.name = name;
    }

    public long number() {
        return number;
    }

    public String name() {
        return name;
    }

    /** The terms of new jobs that name none of their own, if any were set. */
    public @Nullable Terms defaults() {
        return defaults;
    }

    public void defaults(@Nullable Terms value) {
        defaults = value;
    }

    public boolean deleted() {
        return deleted;
    }

    public void deleted(boolean value) {
        deleted = value;
    }

    /** Jobs that can be leased, in the order in which they will be. */
    public RankedSet<Job> ready() {
        return ready;
    }

    /** Jobs that wait for a time, the next one first. */
    public RankedSet<Job> scheduled() {
        return scheduled;
    }

    /** Jobs that workers have, the one whose lease ends next first. */
    public RankedSet<Job> leased() {
        return leased;
    }

    /** Those of its jobs that wait for somebody to look; null if there never were any. */
    public @Nullable CallerClockIndex callerClockIndex() {
        return callerClockIndex;
    }

    /** The first moment after the given one at which a look at it would find something. */
    public long nextCallerClockAfter(long micros) {
        return callerClockIndex == null ? Long.MAX_VALUE : callerClockIndex.nextAfter(micros);
    }

    /** While it is paused, no job of it is leased. */
    public boolean paused() {
        return paused;
    }

    public void paused(boolean value) {
        paused = value;
    }

    /** Since when it is listed among the queues, or {@link #UNLISTED}. */
    public long knownAtMicros() {
        return knownAtMicros;
    }

    public void knownAtMicros(long value) {
        knownAtMicros = value;
    }

    /** The jobs in that state; those that wait for a time are together. */
    public RankedSet<Job> in(State state) {
        return switch (state) {
            case READY -> ready;
            case SCHEDULED, RETRYING -> scheduled;
            case LEASED -> leased;
            case DEPENDS -> depends;
            case COMPLETED -> completed;
            case FAILED -> failed;
            case TIMED_OUT -> timedOut;
            case CANCELLED -> cancelled;
        };
    }

    /** How many of the scheduled jobs do not wait for a retry. */
    public int onlyScheduled() {
        return onlyScheduled;
    }

    /** How many of the scheduled jobs wait for a retry after a failure. */
    public int retryingFailed() {
        return retryingFailed;
    }

    /** A job that nobody has taken yet; null if there is none. */
    public @Nullable Job waiting() {
        Job job = ready.first();
        job = job == null ? scheduled.first() : job;
        return job == null ? depends.first() : job;
    }

    /**
     * Since when the job has been due that has waited longest; the largest number if none waits. Within a priority it is
     * the first one. Of more priorities than one can look at it is the lowest that count: those wait longest.
     */
    public long waitingSinceMicros() {
        CallerClockIndex looks = callerClockIndex;
        Job due = looks == null ? null : looks.scheduled().first();
        long since = due == null ? Long.MAX_VALUE : due.dueAtMicros();
        int end = ready.size();
        for (int i = 0; i < MOST_PRIORITIES && end > 0; i++) {
            Job last = ready.page(end - 1L, 1).get(0);
            int first = last.stalled()
                    ? 0
                    : ready.rankOf(job -> job.stalled() || job.priority() > last.priority() ? -1 : 0);
            since = Math.min(since, ready.page(first, 1).get(0).dueAtMicros());
            end = first;
        }
        return since;
    }

    /** How many jobs it has, ended ones included. */
    public int size() {
        int size = 0;
        for (State state : State.values()) {
            size += state == State.RETRYING ? 0 : in(state).size();
        }
        return size;
    }

    /** What the queue counts against the memory budget besides its jobs, about. */
    public long sizeBytes() {
        return OVERHEAD_BYTES + name.length();
    }

    public void enter(Job job) {
        check(in(job.state()).add(job), job, "is in its queue twice");
        RankedSet<Job> waits = callerClockIndexOf(job);
        if (waits != null) {
            waits.add(job);
        }
        count(job, 1);
    }

    /** Takes the job out; its sort keys must be those that it entered with. */
    public void leave(Job job) {
        check(in(job.state()).remove(job), job, "is missing from its queue");
        RankedSet<Job> waits = callerClockIndexOf(job);
        if (waits != null) {
            check(waits.remove(job), job, "is missing from those that wait for a look");
        }
        count(job, -1);
    }

    private @Nullable RankedSet<Job> callerClockIndexOf(Job job) {
        if (!job.onCallerClock()) {
            return null;
        }
        if (callerClockIndex == null) {
            callerClockIndex = new CallerClockIndex();
        }
        return callerClockIndex.in(job.state());
    }

    private void count(Job job, int change) {
        if (job.state() == State.SCHEDULED) {
            onlyScheduled += change;
        } else if (job.state() == State.RETRYING && !job.timedOut()) {
            retryingFailed += change;
        }
    }

    private static void check(boolean holds, Job job, String otherwise) {
        if (!holds) {
            throw new IllegalStateException("job " + job.number() + " (" + job.state() + ") " + otherwise);
        }
    }

    private static int byTime(long timeOfA, long a, long timeOfB, long b) {
        return timeOfA != timeOfB ? Long.compare(timeOfA, timeOfB) : Long.compare(a, b);
    }
}
