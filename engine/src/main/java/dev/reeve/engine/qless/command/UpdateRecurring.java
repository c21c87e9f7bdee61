package dev.reeve.engine.qless.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.RecurringJob;
import dev.reeve.engine.qless.RecurringPatch;
import java.util.List;

/** Changes a recurring job. */
public record UpdateRecurring(CallerClock clock, JobId id, RecurringPatch patch) implements Command<Done> {
    @Override
    public boolean grows() {
        return true;
    }

    @Override
    public List<String> queues() {
        return patch.queue() == null ? List.of() : List.of(patch.queue());
    }

    @Override
    public Outcome<Done> apply(EngineState state) {
        RecurringJob job = state.qless().recurring().get(id);
        if (job == null) {
            return Outcome.refused(Rejection.JOB_NOT_FOUND);
        }
        state.qless().administration().recur(clock, patch.on(job));
        return Outcome.done();
    }
}
