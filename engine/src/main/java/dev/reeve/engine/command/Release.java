package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.LeaseEnd;
import java.util.List;

/**
 * Returns a leased job to its old place in the queue, or lets it wait for a while.
 *
 * @param undelivered whether the attempt is not counted, because the job did not reach the worker, or the worker did not
 *     begin with it
 * @param delayMicros how long the job is SCHEDULED; 0 for not at all
 */
public record Release(JobRef job, Claim claim, boolean undelivered, long delayMicros) implements Command<Done> {
    /** Returns the job to its old place. */
    public Release(JobRef job, Claim claim, boolean undelivered) {
        this(job, claim, undelivered, 0);
    }

    @Override
    public List<JobRef> jobs() {
        return List.of(job);
    }

    @Override
    public Outcome<Done> apply(EngineState state) {
        Job found = state.find(job);
        if (LeaseChecks.repeated(found, claim) == LeaseEnd.RELEASED) {
            return Outcome.done();
        }
        Outcome<Done> refusal = LeaseChecks.ofLeased(found, claim);
        if (refusal != null || found == null) {
            return refusal != null ? refusal : Outcome.refused(Rejection.JOB_NOT_FOUND);
        }
        state.leases().release(found, undelivered, delayMicros);
        LeaseChecks.noteEnd(state, found, claim, LeaseEnd.RELEASED);
        return Outcome.done();
    }
}
