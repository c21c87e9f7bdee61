package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import java.util.List;

/** Removes a schedule. The jobs that it has added stay. */
public record DropSchedule(String name) implements Command<Done> {
    @Override
    public List<String> schedules() {
        return List.of(name);
    }

    @Override
    public Outcome<Done> apply(EngineState state) {
        return state.schedules().drop(name) ? Outcome.done() : Outcome.refused(Rejection.SCHEDULE_NOT_FOUND);
    }
}
