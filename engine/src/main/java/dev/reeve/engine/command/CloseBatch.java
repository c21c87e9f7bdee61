package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.batch.JobBatch;
import java.util.List;

/** Closes a batch: no more jobs can be added, and its callbacks come when its jobs have ended. A closed one stays as it is. */
public record CloseBatch(String batch) implements Command<Done> {
    @Override
    public List<String> batches() {
        return List.of(batch);
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
        return Outcome.done();
    }
}
