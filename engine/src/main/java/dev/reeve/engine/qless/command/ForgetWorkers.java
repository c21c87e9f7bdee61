package dev.reeve.engine.qless.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.ListFormat;
import java.util.List;

/** Removes workers from the list of workers. They keep their jobs. */
public record ForgetWorkers(List<String> workers) implements Command<Done> {
    public ForgetWorkers {
        workers = List.copyOf(workers);
    }

    @Override
    public CommandType type() {
        return CommandType.FORGET_WORKERS;
    }

    @Override
    public Outcome<Done> apply(EngineState state) {
        workers.forEach(state.qless().workers()::forget);
        return Outcome.done();
    }

    @Override
    public void write(ByteSink out) {
        ListFormat.writeStrings(workers, out);
    }

    public static ForgetWorkers read(ByteSource in) {
        return new ForgetWorkers(ListFormat.readStrings(in));
    }
}
