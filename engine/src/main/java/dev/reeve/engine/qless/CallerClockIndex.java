package dev.reeve.engine.qless;

import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.State;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Those of a queue's jobs whose delays and leases wait for somebody to look, by the time they wait for, then by id. */
public final class CallerClockIndex {
    public static final Comparator<Job> BY_DUE_TIME =
            (a, b) -> byTime(a.dueAtMicros(), a.id(), b.dueAtMicros(), b.id());
    public static final Comparator<Job> BY_LEASE_END = (a, b) -> byTime(leaseEnd(a), a.id(), leaseEnd(b), b.id());

    private final RankedSet<Job> scheduled = new RankedSet<>(BY_DUE_TIME);
    private final RankedSet<Job> leased = new RankedSet<>(BY_LEASE_END);

    public RankedSet<Job> scheduled() {
        return scheduled;
    }

    public RankedSet<Job> leased() {
        return leased;
    }

    /** How many of the leases have lapsed at that moment. */
    public int lapsed(long nowMicros) {
        return leased.rankOf(job -> leaseEnd(job) <= nowMicros ? -1 : 0);
    }

    /** How many of the leases end before that moment. */
    public int endingBefore(long nowMicros) {
        return leased.rankOf(job -> leaseEnd(job) < nowMicros ? -1 : 0);
    }

    /** How many of the scheduled jobs are due at that moment. */
    public int due(long nowMicros) {
        return scheduled.rankOf(job -> job.dueAtMicros() <= nowMicros ? -1 : 0);
    }

    /**
     * The first moment after the given one at which a look would find something; the largest number if there is none. A
     * lease can be taken back from the moment at which it ends, and counts as held until that moment is over.
     */
    public long nextAfter(long micros) {
        Job next = at(scheduled, due(micros));
        Job lapses = at(leased, endingBefore(micros));
        long due = next == null ? Long.MAX_VALUE : next.dueAtMicros();
        return lapses == null ? due : Math.min(due, Math.max(leaseEnd(lapses), micros + 1));
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

    /** The order of two jobs by a time and, if that is the same, by their ids. */
    public static int byTime(long timeOfA, JobId a, long timeOfB, JobId b) {
        return timeOfA != timeOfB ? Long.compare(timeOfA, timeOfB) : JobId.ORDER.compare(a, b);
    }

    public static long leaseEnd(Job job) {
        Lease lease = job.lease();
        return lease == null ? Long.MAX_VALUE : lease.deadlineMicros();
    }
}
