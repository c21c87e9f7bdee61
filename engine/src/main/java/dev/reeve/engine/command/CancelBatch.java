package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Growth;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.batch.BatchRecord;
import dev.reeve.engine.batch.JobBatch;
import dev.reeve.engine.batch.Sweep;
import dev.reeve.engine.job.CancelRequest;
import dev.reeve.engine.job.JobOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Closes a batch and cancels its unfinished jobs; if they are many, later entries cancel the rest. Jobs that workers hold are
 * marked, as a request to cancel one job does.
 *
 * @param force whether the leases of jobs end now
 * @param reason why, in the words of the one who asks
 * @param by who asks
 */
public record CancelBatch(
        String batch,
        boolean force,
        @Nullable String reason,
        @Nullable String by) implements Command<Done> {
    @Override
    public List<String> batches() {
        return List.of(batch);
    }

    @Override
    public long growthBytes() {
        return growthBytes(EngineState.CHANGES_PER_ENTRY);
    }

    @Override
    public long growthBytes(EngineState state) {
        JobBatch found = state.batches().get(batch);
        return found == null
                ? 0
                : growthBytes(
                        Math.min(EngineState.CHANGES_PER_ENTRY, found.jobs().size()));
    }

    private long growthBytes(int jobs) {
        long request = JobOptions.GROWTH_BYTES + CancelRequest.OVERHEAD_BYTES + Growth.text(reason) + Growth.text(by);
        return BatchRecord.sweepBytes(reason, by) + request * jobs;
    }

    @Override
    public boolean usesReserve() {
        return true;
    }

    @Override
    public Outcome<Done> apply(EngineState state) {
        JobBatch found = state.batches().get(batch);
        if (found == null) {
            return Outcome.refused(Rejection.BATCH_NOT_FOUND);
        }
        state.batchChanges().close(found);
        state.batchChanges().begin(found, new Sweep(false, force, reason, by, 0, state.lastNumber()));
        return Outcome.done();
    }
}
