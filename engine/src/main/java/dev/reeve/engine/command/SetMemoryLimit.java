package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;

/**
 * Sets the limit of live data for what the engine adds on its own, such as jobs created from recurring jobs. Commands
 * are refused by the node, before they are journalled.
 */
public record SetMemoryLimit(long bytes) implements Command<Done> {
    public SetMemoryLimit {
        if (bytes < 0) {
            throw new IllegalArgumentException("expected a limit of at least 0, but got " + bytes);
        }
    }

    @Override
    public Outcome<Done> apply(EngineState state) {
        state.memoryLimitBytes(bytes);
        return Outcome.done();
    }
}
