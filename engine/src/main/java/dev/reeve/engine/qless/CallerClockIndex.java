package dev.reeve.engine.qless;

import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.State;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Index of a queue's jobs on callers' clocks, whose delays and leases are evaluated when a call polls the queue;
 * ordered by time, then id.
 */
public final class CallerClockIndex {
    public static final Comparator<Job> BY_DUE_TIME =
            (a, b) -> byTime(a.dueAtMicros(), a.id(), b.dueAtMicros(), b.id());
    public static final Comparator<Job> BY_LEASE_END =
            (a, b) -> byTime(a.leaseEndsAtMicros(), a.id(), b.leaseEndsAtMicros(), b.id());

    /** The index of a queue that never had such jobs. */
    public static final CallerClockIndex EMPTY = new CallerClockIndex();

    private final RankedSet<Job> scheduled = new RankedSet<>(BY_DUE_TIME);
    private final RankedSet<Job> leased = new RankedSet<>(BY_LEASE_END);

    public RankedSet<Job> scheduled() {
        return scheduled;
    }

    public RankedSet<Job> leased() {
        return leased;
    }

    /** The number of leases that have lapsed at that time. */
    public int lapsed(long nowMicros) {
        return leased.rankOf(job -> job.leaseEndsAtMicros() <= nowMicros ? -1 : 0);
    }

    /** The number of leases that end before that time. */
    public int endingBefore(long nowMicros) {
        return leased.rankOf(job -> job.leaseEndsAtMicros() < nowMicros ? -1 : 0);
    }

    /** The number of scheduled jobs that are due at that time. */
    public int due(long nowMicros) {
        return scheduled.rankOf(job -> job.dueAtMicros() <= nowMicros ? -1 : 0);
    }

    /**
     * The first time after the given one at which a poll may find more jobs; {@link Long#MAX_VALUE} if there is none. A
     * lease can be reclaimed at its end, but still counts against the concurrency limit at that time.
     */
    public long nextAfter(long micros) {
        Job next = at(scheduled, due(micros));
        Job lapses = at(leased, endingBefore(micros));
        long due = next == null ? Long.MAX_VALUE : next.dueAtMicros();
        return lapses == null ? due : Math.min(due, Math.max(lapses.leaseEndsAtMicros(), micros + 1));
    }

    private static @Nullable Job at(RankedSet<Job> jobs, int rank) {
        return rank < jobs.size() ? jobs.page(rank, 1).get(0) : null;
    }

    public @Nullable RankedSet<Job> in(State state) {
        return switch (state) {
            case SCHEDULED, RETRYING -> scheduled;
            case LEASED -> leased;
            default -> null;
        };
    }

    /** Compares two jobs by time, then by id. */
    public static int byTime(long timeOfA, JobId a, long timeOfB, JobId b) {
        return timeOfA != timeOfB ? Long.compare(timeOfA, timeOfB) : JobId.ORDER.compare(a, b);
    }
}
