package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.job.Job;

/** Abandons all foreground jobs. Submitted after a restart, because their creators are disconnected then. */
public record AbandonAll() implements Command<Done> {
    @Override
    public CommandType type() {
        return CommandType.ABANDON_ALL;
    }

    @Override
    public Outcome<Done> apply(EngineState state) {
        for (Job job : state.foreground().page(0, state.foreground().size())) {
            state.ends().abandon(job);
        }
        return Outcome.done();
    }

    @Override
    public void write(ByteSink out) {}

    public static AbandonAll read(ByteSource in) {
        return new AbandonAll();
    }
}
