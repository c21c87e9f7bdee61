package dev.reeve.engine.queue;

import dev.reeve.engine.collection.DeadlineHeap;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.HeapBytes;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.limit.Limit;
import dev.reeve.engine.limit.Pace;
import dev.reeve.engine.qless.QlessQueue;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * A queue: the jobs of one name, in one ordered set per state. A deleted queue exists under its number as long as it
 * has jobs; a new queue of the same name is a different queue.
 */
public final class JobQueue {
    public static final Comparator<JobQueue> BY_NAME = Comparator.comparing(JobQueue::name);
    public static final Comparator<JobQueue> BY_NUMBER = Comparator.comparingLong(JobQueue::number);

    public static final Comparator<Job> BY_JOB_NUMBER = (a, b) -> Long.compare(a.number(), b.number());
    public static final Comparator<Job> BY_LEASING = ReadyOrder.INSTANCE;
    public static final Comparator<Job> BY_DUE_TIME =
            (a, b) -> byTime(a.dueAtMicros(), a.number(), b.dueAtMicros(), b.number());
    private static final Comparator<Job> BY_LEASE_END =
            (a, b) -> byTime(a.leaseEndsAtMicros(), a.number(), b.leaseEndsAtMicros(), b.number());
    private static final Comparator<Job> BY_DUE_TIME_AND_ID =
            Comparator.<Job>comparingLong(Job::dueAtMicros).thenComparing(Job::id, JobId.ORDER);

    /** The queue, its sets, half of its index for callers' clocks, and its places in the indexes of queues. */
    public static final long OVERHEAD_BYTES =
            120 + 8 * HeapBytes.SMALL_SET + 116 + 2 * HeapBytes.HASH_ENTRY + 24 + 2 * HeapBytes.SLOT;

    private static final int MAX_PRIORITIES = 64;
    private static final RankedSet<Job> NO_JOBS = new RankedSet<>(BY_LEASING);

    private final long number;
    private final String name;
    private final RankedSet<Job> ready = new RankedSet<>(BY_LEASING);
    private final RankedSet<Job> scheduled = new RankedSet<>(BY_DUE_TIME);
    private final RankedSet<Job> leased = new RankedSet<>(BY_LEASE_END);
    private final RankedSet<Job> depends = new RankedSet<>(BY_DUE_TIME_AND_ID);
    private final RankedSet<Job> completed = new RankedSet<>(BY_JOB_NUMBER);
    private final RankedSet<Job> failed = new RankedSet<>(BY_JOB_NUMBER);
    private final RankedSet<Job> timedOut = new RankedSet<>(BY_JOB_NUMBER);
    private final RankedSet<Job> cancelled = new RankedSet<>(BY_JOB_NUMBER);
    private @Nullable RankedSet<Job> throttled;
    private @Nullable QlessQueue qless;
    private @Nullable Terms defaults;
    private long priority;
    private @Nullable String deadLetter;
    private boolean paused;
    private boolean deleted;
    private Limit limit = Limit.NONE;
    private boolean limited;
    private Pace pace = Pace.NONE;
    private long timerMicros = DeadlineHeap.NEVER;
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

    /** The default terms of new jobs, if set. */
    public @Nullable Terms defaults() {
        return defaults;
    }

    public void defaults(@Nullable Terms value) {
        defaults = value;
    }

    /** The default priority of new jobs. */
    public long priority() {
        return priority;
    }

    public void priority(long value) {
        priority = value;
    }

    /** The queue for jobs that fail for good; null if they stay. */
    public @Nullable String deadLetter() {
        return deadLetter;
    }

    public void deadLetter(@Nullable String value) {
        deadLetter = value;
    }

    public boolean deleted() {
        return deleted;
    }

    public void deleted(boolean value) {
        deleted = value;
    }

    /** How many jobs of the queue may run at a time, and how often they may start. */
    public Limit limit() {
        return limit;
    }

    public boolean isLimited() {
        return limited;
    }

    /** How many more jobs may be leased now by the limit of the queue. */
    public int room(long nowMicros) {
        return limited ? limit.free(leased.size(), pace, nowMicros) : Limit.UNLIMITED;
    }

    public void limit(Limit value) {
        limit = value;
        limited = !value.isNone();
    }

    /** What the rate of the limit has counted. */
    public Pace pace() {
        return pace;
    }

    public void pace(Pace value) {
        pace = value;
    }

    /** When the rate lets another job start. */
    public long timerMicros() {
        return timerMicros;
    }

    public void timerMicros(long value) {
        timerMicros = value;
    }

    /** The ready jobs, in the order of leasing. */
    public RankedSet<Job> ready() {
        return ready;
    }

    /** The jobs that wait for a due time, ordered by it. */
    public RankedSet<Job> scheduled() {
        return scheduled;
    }

    /** The leased jobs, ordered by the end of the lease. */
    public RankedSet<Job> leased() {
        return leased;
    }

    /** What only qless knows of the queue, if anything. */
    public @Nullable QlessQueue qless() {
        return qless;
    }

    public void qless(QlessQueue value) {
        qless = value;
    }

    /** Whether leasing is suspended. */
    public boolean paused() {
        return paused;
    }

    public void paused(boolean value) {
        paused = value;
    }

    /** The jobs in that state. SCHEDULED and RETRYING share one set. */
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
            case THROTTLED -> throttled == null ? NO_JOBS : throttled;
        };
    }

    /** The number of jobs in that state. */
    public int count(State state) {
        return switch (state) {
            case SCHEDULED -> onlyScheduled;
            case RETRYING -> scheduled.size() - onlyScheduled;
            default -> in(state).size();
        };
    }

    /** The number of jobs in state SCHEDULED. */
    public int onlyScheduled() {
        return onlyScheduled;
    }

    /** The number of jobs in state RETRYING after a failure. */
    public int retryingFailed() {
        return retryingFailed;
    }

    /** A job that waits to be leased; null if there is none. */
    public @Nullable Job waiting() {
        Job job = ready.first();
        job = job == null ? in(State.THROTTLED).first() : job;
        job = job == null ? scheduled.first() : job;
        return job == null ? depends.first() : job;
    }

    /**
     * The due time of the ready or throttled job that has waited longest; {@link Long#MAX_VALUE} if none waits. Within a priority it is
     * the first job. If there are more than {@link #MAX_PRIORITIES} priorities, only the lowest are examined, because
     * their jobs usually wait longest.
     */
    public long waitingSinceMicros() {
        return throttled == null
                ? waitingSinceMicros(ready)
                : Math.min(waitingSinceMicros(ready), waitingSinceMicros(throttled));
    }

    private static long waitingSinceMicros(RankedSet<Job> ready) {
        long since = Long.MAX_VALUE;
        int end = ready.size();
        for (int i = 0; i < MAX_PRIORITIES && end > 0; i++) {
            Job last = ready.page(end - 1L, 1).get(0);
            int first = last.goesFirst()
                    ? 0
                    : ready.rankOf(job -> job.goesFirst() || job.priority() > last.priority() ? -1 : 0);
            since = Math.min(since, ready.page(first, 1).get(0).dueAtMicros());
            end = first;
        }
        return since;
    }

    /** The number of jobs, including ended ones. */
    public int size() {
        int size = 0;
        for (State state : State.values()) {
            size += state == State.RETRYING ? 0 : in(state).size();
        }
        return size;
    }

    /** The estimated memory without jobs and terms. */
    public long sizeBytes() {
        return sizeBytes(name) + HeapBytes.string(deadLetter);
    }

    /** The estimated memory of a queue of that name without jobs. */
    public static long sizeBytes(String name) {
        return OVERHEAD_BYTES + HeapBytes.string(name);
    }

    public void enter(Job job) {
        if (job.state() == State.THROTTLED && throttled == null) {
            throttled = new RankedSet<>(BY_LEASING);
        }
        check(in(job.state()).add(job), job, "is already in the index of its queue");
        count(job, 1);
    }

    /** Removes the job. Its sort keys must be the same as when it entered. */
    public void leave(Job job) {
        check(in(job.state()).remove(job), job, "is missing from the index of its queue");
        count(job, -1);
    }

    private void count(Job job, int change) {
        if (job.state() == State.SCHEDULED) {
            onlyScheduled += change;
        } else if (job.state() == State.RETRYING && !job.timedOut()) {
            retryingFailed += change;
        }
    }

    private static void check(boolean holds, Job job, String message) {
        if (!holds) {
            throw new IllegalStateException("job " + job.number() + " (" + job.state() + ") " + message);
        }
    }

    private static int byTime(long timeOfA, long a, long timeOfB, long b) {
        return timeOfA != timeOfB ? Long.compare(timeOfA, timeOfB) : Long.compare(a, b);
    }
}
