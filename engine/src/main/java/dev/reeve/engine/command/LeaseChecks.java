package dev.reeve.engine.command;

import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.LeaseEnd;
import dev.reeve.engine.job.State;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The checks that commands on an existing job share: existence, state and claim. A rejection has the job's state and
 * status, or the worker that holds it, in {@link Outcome#about}.
 */
public final class LeaseChecks {
    private LeaseChecks() {}

    /** Runs the change if the job exists. */
    public static <R> Outcome<R> onJob(@Nullable Job job, Function<Job, Outcome<R>> change) {
        return job == null ? Outcome.refused(Rejection.JOB_NOT_FOUND) : change.apply(job);
    }

    /** Runs the transition if the caller holds the job's current lease. */
    public static Outcome<Done> whileLeased(@Nullable Job job, Claim claim, Consumer<Job> transition) {
        return onJob(job, found -> {
            Outcome<Done> refusal = ofLeased(found, claim);
            if (refusal == null) {
                transition.accept(found);
            }
            return refusal == null ? Outcome.done() : refusal;
        });
    }

    /**
     * The reason why the caller must not finish the job; null if it may. Without a claim any unfinished job can be
     * finished.
     */
    public static <R> @Nullable Outcome<R> ofUnfinished(@Nullable Job job, Claim claim) {
        if (job == null) {
            return Outcome.refused(Rejection.JOB_NOT_FOUND);
        }
        boolean namesNoWorker = claim.kind() == Claim.Kind.NONE || claim.hasToken();
        if (namesNoWorker && job.state().ended() && !isOlder(job, claim)) {
            return refused(Rejection.ALREADY_ENDED, job);
        }
        return claim.kind() == Claim.Kind.NONE ? null : ofLeased(job, claim);
    }

    /** The reason why the caller does not hold the job's current lease; null if it does. */
    public static <R> @Nullable Outcome<R> ofLeased(@Nullable Job job, Claim claim) {
        if (job == null) {
            return Outcome.refused(Rejection.JOB_NOT_FOUND);
        }
        Lease lease = job.lease();
        if (job.state() != State.LEASED || lease == null) {
            boolean stale =
                    claim.kind() == Claim.Kind.TOKEN || (claim.kind() == Claim.Kind.REPEATABLE && lease != null);
            return refused(stale ? Rejection.STALE_LEASE : Rejection.NOT_LEASED, job);
        }
        if (claim.matches(lease)) {
            return null;
        }
        return Outcome.refused(Rejection.STALE_LEASE, lease.worker() == null ? "" : lease.worker());
    }

    /** Whether the claim is for a lease before the last one, for callers who have to know. */
    private static boolean isOlder(Job job, Claim claim) {
        Lease lease = job.lease();
        return claim.kind() == Claim.Kind.REPEATABLE && lease != null && !claim.matches(lease);
    }

    /**
     * What the caller has done before to end the lease, if it may repeat that; else null. The repetition changes nothing and
     * is answered as the first time.
     */
    public static @Nullable LeaseEnd repeated(@Nullable Job job, Claim claim) {
        if (job == null || claim.kind() != Claim.Kind.REPEATABLE || job.state() == State.LEASED) {
            return null;
        }
        Lease last = job.lease();
        return last != null && claim.matches(last) ? job.options().leaseEnd() : null;
    }

    /** Keeps what the caller has done to end the lease, if it may repeat that and the job is kept. */
    static void noteEnd(EngineState state, Job job, Claim claim, LeaseEnd end) {
        if (claim.kind() == Claim.Kind.REPEATABLE && state.find(JobRef.of(job.id())) == job) {
            state.options(job, job.options().withLapses(0).withLeaseEnd(end));
        }
    }

    /** A rejection that tells the job's state and status. */
    public static <R> Outcome<R> refused(Rejection why, Job job) {
        return Outcome.refused(why, state(job), job.status().name());
    }

    /** The name of the job's state in a rejection. */
    public static String state(Job job) {
        return job.stateName();
    }
}
