package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;

/** Removes all jobs, queues and qless records. Numbers and tokens continue. A running snapshot is abandoned. */
public record Clear() implements Command<Done> {
    @Override
    public Outcome<Done> apply(EngineState state) {
        state.clear();
        return Outcome.done();
    }
}
