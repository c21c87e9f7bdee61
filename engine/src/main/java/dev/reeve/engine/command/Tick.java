package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;

/** Does nothing itself. Submitted when a deadline is due, because due deadlines are fired before every command. */
public record Tick() implements Command<Done> {
    @Override
    public Outcome<Done> apply(EngineState state) {
        return Outcome.done();
    }
}
