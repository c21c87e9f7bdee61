package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobRef;

/** Stores the output of a running job. */
@SuppressWarnings("ArrayRecordComponent")
public record SetOutput(JobRef job, Claim claim, byte[] output) implements Command<Done> {
    @Override
    public boolean grows() {
        return true;
    }

    @Override
    public Outcome<Done> apply(EngineState state) {
        return LeaseChecks.whileLeased(
                state.find(job), claim, found -> state.leases().output(found, output));
    }
}
