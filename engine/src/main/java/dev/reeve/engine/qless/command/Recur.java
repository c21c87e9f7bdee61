package dev.reeve.engine.qless.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Growth;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.job.HeapBytes;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.RecurringJob;
import java.util.List;

/**
 * Adds a recurring job. It replaces a recurring job with the same id and continues its count.
 *
 * @param job the recurring job; its count is ignored
 */
public record Recur(CallerClock clock, RecurringJob job) implements Command<Done> {
    @Override
    public List<String> queues() {
        return List.of(job.queue());
    }

    @Override
    public long growthBytes() {
        return job.sizeBytes() + HeapBytes.MULTIMAP_KEY + Growth.queue(job.queue());
    }

    @Override
    public long growthBytes(EngineState state) {
        return job.sizeBytes() + HeapBytes.MULTIMAP_KEY + Growth.queue(state, job.queue());
    }

    @Override
    public List<JobId> recurringJobs() {
        return List.of(job.id());
    }

    @Override
    public Outcome<Done> apply(EngineState state) {
        state.qless().administration().recur(clock, job);
        return Outcome.done();
    }
}
