package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Growth;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.TermsPool;
import dev.reeve.engine.job.Terms;
import java.util.List;

/** Sets the default terms of a queue, which is created if necessary. Returns whether it was created. */
public record ConfigureQueue(String queue, Terms defaults) implements Command<Boolean> {
    @Override
    public List<String> queues() {
        return List.of(queue);
    }

    @Override
    public long growthBytes() {
        return Growth.queue(queue) + TermsPool.sizeBytes(defaults);
    }

    @Override
    public long growthBytes(EngineState state) {
        return Growth.queue(state, queue) + TermsPool.sizeBytes(defaults);
    }

    @Override
    public Outcome<Boolean> apply(EngineState state) {
        boolean created = state.queue(queue) == null;
        state.defaults(state.queueOrNew(queue), defaults);
        return Outcome.of(created);
    }
}
