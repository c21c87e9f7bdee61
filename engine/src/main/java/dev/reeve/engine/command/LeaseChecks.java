package dev.reeve.engine.command;

import dev.reeve.engine.Done;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.State;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The checks that commands on an existing job share: is it there, and may the caller do this to it. A refusal says in
 * {@link Outcome#about} which state the job is in and its status, or which worker holds it.
 */
public final class LeaseChecks {
    private LeaseChecks() {}

    /** Runs the transition if the caller holds the job's current lease. */
    public static Outcome<Done> whileLeased(@Nullable Job job, Claim claim, Consumer<Job> transition) {
        Outcome<Done> refusal = ofLeased(job, claim);
        if (refusal != null || job == null) {
            return refusal != null ? refusal : Outcome.refused(Rejection.JOB_NOT_FOUND);
        }
        transition.accept(job);
        return Outcome.done();
    }

    /** Why the caller may not finish the job; null if it may. Without a claim any unfinished job can be finished. */
    public static <R> @Nullable Outcome<R> ofUnfinished(@Nullable Job job, Claim claim) {
        if (job == null) {
            return Outcome.refused(Rejection.JOB_NOT_FOUND);
        }
        boolean namesNoWorker = claim.kind() == Claim.Kind.NONE || claim.kind() == Claim.Kind.TOKEN;
        if (namesNoWorker && job.state().ended()) {
            return Outcome.refused(
                    Rejection.ALREADY_ENDED, state(job), job.status().name());
        }
        return claim.kind() == Claim.Kind.NONE ? null : ofLeased(job, claim);
    }

    /** Why the caller does not hold the job's current lease; null if it does. */
    public static <R> @Nullable Outcome<R> ofLeased(@Nullable Job job, Claim claim) {
        if (job == null) {
            return Outcome.refused(Rejection.JOB_NOT_FOUND);
        }
        Lease lease = job.lease();
        if (job.state() != State.LEASED || lease == null) {
            Rejection why = claim.kind() == Claim.Kind.TOKEN ? Rejection.STALE_LEASE : Rejection.NOT_LEASED;
            return Outcome.refused(why, state(job), job.status().name());
        }
        if (claim.matches(lease)) {
            return null;
        }
        return Outcome.refused(Rejection.STALE_LEASE, lease.worker() == null ? "" : lease.worker());
    }

    /** The job's state does not allow the change that was asked for. */
    public static <R> Outcome<R> invalidTransition(Job job) {
        return Outcome.refused(
                Rejection.INVALID_TRANSITION, state(job), job.status().name());
    }

    /** The job's state, as a refusal names it. */
    public static String state(Job job) {
        return job.stalled() ? "STALLED" : job.state().name();
    }
}
