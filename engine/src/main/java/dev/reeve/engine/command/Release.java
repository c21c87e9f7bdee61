package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobRef;
import java.util.List;

/**
 * Returns a leased job to its old place in the queue.
 *
 * @param undelivered whether the job did not reach the worker; the attempt is then not counted
 */
public record Release(JobRef job, Claim claim, boolean undelivered) implements Command<Done> {
    @Override
    public List<JobRef> jobs() {
        return List.of(job);
    }

    @Override
    public Outcome<Done> apply(EngineState state) {
        return LeaseChecks.whileLeased(
                state.find(job), claim, found -> state.leases().release(found, undelivered));
    }
}
