package dev.reeve.engine.qless.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.job.JobId;
import java.util.List;

/** Removes a recurring job, if it exists. The jobs that it created are kept. */
public record Unrecur(JobId id) implements Command<Done> {
    @Override
    public List<JobId> recurringJobs() {
        return List.of(id);
    }

    @Override
    public Outcome<Done> apply(EngineState state) {
        state.qless().recurring().remove(id);
        return Outcome.done();
    }
}
