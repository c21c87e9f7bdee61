package dev.reeve.engine.queue;

import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.collection.RankedSetInvariants;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.State;
import java.util.Comparator;
import java.util.EnumSet;

/** What always holds inside a {@link JobQueue}: each index has the jobs of its states, in its order. */
public final class JobQueueInvariants {
    private static final Comparator<Job> BY_NUMBER = Comparator.comparingLong(Job::number);
    private static final Comparator<Job> BY_DUE_TIME =
            Comparator.<Job>comparingLong(Job::dueAtMicros).thenComparingLong(Job::number);
    private static final Comparator<Job> BY_LEASE_END =
            Comparator.<Job>comparingLong(JobQueueInvariants::leaseEnd).thenComparingLong(Job::number);

    private static final Comparator<Job> BY_DUE_TIME_AND_ID =
            Comparator.<Job>comparingLong(Job::dueAtMicros).thenComparing(Job::id, JobId.ORDER);

    private JobQueueInvariants() {}

    /** The reply is how many jobs the queue's indexes hold. */
    public static int check(JobQueue queue) {
        check(queue, queue.ready(), ReadyOrder.INSTANCE, EnumSet.of(State.READY));
        check(queue, queue.in(State.THROTTLED), ReadyOrder.INSTANCE, EnumSet.of(State.THROTTLED));
        check(queue, queue.scheduled(), BY_DUE_TIME, EnumSet.of(State.SCHEDULED, State.RETRYING));
        check(queue, queue.leased(), BY_LEASE_END, EnumSet.of(State.LEASED));
        for (State state : EnumSet.of(State.COMPLETED, State.FAILED, State.TIMED_OUT, State.CANCELLED)) {
            check(queue, queue.in(state), BY_NUMBER, EnumSet.of(state));
        }
        check(queue, queue.in(State.DEPENDS), BY_DUE_TIME_AND_ID, EnumSet.of(State.DEPENDS));
        return queue.size();
    }

    private static void check(JobQueue queue, RankedSet<Job> index, Comparator<Job> order, EnumSet<State> states) {
        RankedSetInvariants.check(index, order);
        for (Job job : index.page(0, Integer.MAX_VALUE)) {
            if (job.queue() != queue || !states.contains(job.state())) {
                throw new AssertionError("job " + job.number() + " (" + job.state() + ") is in an index of "
                        + queue.name() + " that holds " + states);
            }
        }
    }

    private static long leaseEnd(Job job) {
        Lease lease = job.lease();
        return lease == null ? Long.MAX_VALUE : lease.deadlineMicros();
    }
}
