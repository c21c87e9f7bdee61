package dev.reeve.engine.qless.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import java.util.List;

/** Removes workers from the list of workers. They keep their jobs. */
public record ForgetWorkers(List<String> workers) implements Command<Done> {
    public ForgetWorkers {
        workers = List.copyOf(workers);
    }

    @Override
    public Outcome<Done> apply(EngineState state) {
        workers.forEach(state.qless().workers().seen()::remove);
        return Outcome.done();
    }
}
