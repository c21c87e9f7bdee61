package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.batch.BatchRecord;
import dev.reeve.engine.batch.JobBatch;
import dev.reeve.engine.batch.Sweep;
import dev.reeve.engine.job.HistoryEvent;
import java.util.List;

/**
 * Starts those jobs of a batch anew that failed, timed out or were cancelled; if they are many, later entries start the rest.
 * Those in dead letter queues return to their queues. Those that were cancelled because of a dependency return with it.
 */
public record RetryBatch(String batch) implements Command<Done> {
    @Override
    public List<String> batches() {
        return List.of(batch);
    }

    @Override
    public long growthBytes() {
        return BatchRecord.sweepBytes(null, null) + (long) EngineState.CHANGES_PER_ENTRY * HistoryEvent.OVERHEAD_BYTES;
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
        state.batchChanges().begin(found, new Sweep(true, false, null, null, 0, state.lastNumber()));
        return Outcome.done();
    }
}
