package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.job.JobRef;
import java.util.List;

/** Removes a foreground job whose creator disconnected, unless it is leased. */
public record Abandon(JobRef job) implements Command<Done> {
    @Override
    public List<JobRef> jobs() {
        return List.of(job);
    }

    @Override
    public Outcome<Done> apply(EngineState state) {
        return LeaseChecks.onJob(state.find(job), found -> {
            state.ends().abandon(found);
            return Outcome.done();
        });
    }
}
