package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;

/** Removes all jobs, queues and qless records. Numbers and tokens continue. A running snapshot is abandoned. */
public record Clear() implements Command<Done> {
    @Override
    public CommandType type() {
        return CommandType.CLEAR;
    }

    @Override
    public Outcome<Done> apply(EngineState state) {
        state.clear();
        return Outcome.done();
    }

    @Override
    public void write(ByteSink out) {}

    public static Clear read(ByteSource in) {
        return new Clear();
    }
}
