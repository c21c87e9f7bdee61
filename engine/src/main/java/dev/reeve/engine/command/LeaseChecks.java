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

/** The checks that commands on an existing job share. */
final class LeaseChecks {
    private LeaseChecks() {}

    /** Takes the step if the job is there, not finished, and the caller's to finish. */
    static Outcome<Done> unlessFinished(@Nullable Job job, Claim claim, Consumer<Job> step) {
        return unless(ofUnfinished(job, claim), job, step);
    }

    /** Takes the step if the caller holds the job's current lease. */
    static Outcome<Done> whileLeased(@Nullable Job job, Claim claim, Consumer<Job> step) {
        return unless(ofLeased(job, claim), job, step);
    }

    private static Outcome<Done> unless(@Nullable Rejection refusal, @Nullable Job job, Consumer<Job> step) {
        if (refusal != null || job == null) {
            return Outcome.refused(refusal != null ? refusal : Rejection.JOB_NOT_FOUND);
        }
        step.accept(job);
        return Outcome.done();
    }

    /** Why the caller may not finish the job; null if it may. */
    private static @Nullable Rejection ofUnfinished(@Nullable Job job, Claim claim) {
        if (job == null) {
            return Rejection.JOB_NOT_FOUND;
        }
        if (job.state().ended()) {
            return Rejection.ALREADY_ENDED;
        }
        return claim.isNone() ? null : ofLeased(job, claim);
    }

    /** Why the worker may not go on with the job; null if it may. */
    static <R> @Nullable Outcome<R> ofHeld(@Nullable Job job, String worker) {
        if (job == null) {
            return Outcome.refused(Rejection.JOB_NOT_FOUND);
        }
        Lease lease = job.lease();
        if (job.state() != State.LEASED || lease == null) {
            return Outcome.refused(Rejection.NOT_RUNNING, phase(job));
        }
        String holder = lease.worker() == null ? "" : lease.worker();
        return holder.equals(worker) && !worker.isEmpty() ? null : Outcome.refused(Rejection.OTHER_WORKER, holder);
    }

    /** The job's state, as a refusal names it. */
    static String phase(Job job) {
        return job.stalled() ? "STALLED" : job.state().name();
    }

    /** Why the caller does not hold the job's current lease; null if it does. */
    static @Nullable Rejection ofLeased(@Nullable Job job, Claim claim) {
        if (job == null) {
            return Rejection.JOB_NOT_FOUND;
        }
        Lease lease = job.lease();
        if (job.state() != State.LEASED || lease == null) {
            return claim.isNone() ? Rejection.NOT_LEASED : Rejection.STALE_LEASE;
        }
        return claim.matches(lease) ? null : Rejection.STALE_LEASE;
    }
}
