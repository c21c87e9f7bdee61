package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import java.util.List;

/** Changes the priority of a job. A ready job becomes the first of its priority. */
public record Prioritize(JobId id, long priority) implements Command<Done> {
    @Override
    public List<JobRef> jobs() {
        return List.of(JobRef.of(id));
    }

    @Override
    public Outcome<Done> apply(EngineState state) {
        return LeaseChecks.onJob(state.find(JobRef.of(id)), job -> {
            state.edits().priority(job, priority);
            return Outcome.done();
        });
    }
}
