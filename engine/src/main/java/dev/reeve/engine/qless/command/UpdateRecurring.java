package dev.reeve.engine.qless.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Growth;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.job.HeapBytes;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.RecurringJob;
import dev.reeve.engine.qless.RecurringPatch;
import java.util.List;

/** Changes a recurring job. */
public record UpdateRecurring(CallerClock clock, JobId id, RecurringPatch patch) implements Command<Done> {
    @Override
    public List<String> queues() {
        return patch.queue() == null ? List.of() : List.of(patch.queue());
    }

    @Override
    public long growthBytes() {
        return Growth.text(patch.klass())
                + Growth.content(patch.payload())
                + (patch.queue() == null ? 0 : HeapBytes.MULTIMAP_KEY + 2 * Growth.queue(patch.queue()));
    }

    @Override
    public long growthBytes(EngineState state) {
        RecurringJob job = state.qless().recurring().get(id);
        if (job == null) {
            return 0;
        }
        return Growth.text(patch.klass())
                + Growth.replacing(job.payload(), patch.payload())
                + Growth.text(patch.queue())
                + (patch.queue() == null ? 0 : HeapBytes.MULTIMAP_KEY + Growth.queue(state, patch.queue()));
    }

    @Override
    public List<JobId> recurringJobs() {
        return List.of(id);
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
