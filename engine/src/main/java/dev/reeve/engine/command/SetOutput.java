package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Growth;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobRef;
import java.util.List;

/** Stores the output of a running job. */
@SuppressWarnings("ArrayRecordComponent")
public record SetOutput(JobRef job, Claim claim, byte[] output) implements Command<Done> {
    @Override
    public long growthBytes() {
        return Growth.content(output);
    }

    @Override
    public long growthBytes(EngineState state) {
        Job found = state.find(job);
        return found == null ? 0 : Growth.replacing(found.result(), output);
    }

    @Override
    public List<JobRef> jobs() {
        return List.of(job);
    }

    @Override
    public Outcome<Done> apply(EngineState state) {
        return LeaseChecks.whileLeased(
                state.find(job), claim, found -> state.leases().output(found, output));
    }
}
