package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;

/** Does nothing itself. Submitted when a deadline is due, because due deadlines are fired before every command. */
public record Tick() implements Command<Done> {
    @Override
    public CommandType type() {
        return CommandType.TICK;
    }

    @Override
    public Outcome<Done> apply(EngineState state) {
        return Outcome.done();
    }

    @Override
    public void write(ByteSink out) {}

    public static Tick read(ByteSource in) {
        return new Tick();
    }
}
