package dev.reeve.engine.command;

import dev.reeve.engine.AddedJob;
import dev.reeve.engine.Command;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import java.util.List;

/** Adds a job of a schedule for the time of the entry. The schedule's times stay. */
public record RunNow(String name) implements Command<AddedJob> {
    @Override
    public List<String> schedules() {
        return List.of(name);
    }

    /** How large the job is, only the state tells. */
    @Override
    public long growthBytes() {
        return SetNext.UNKNOWN_GROWTH;
    }

    @Override
    public long growthBytes(EngineState state) {
        return state.schedules().growthBytes(name, 1);
    }

    @Override
    public Outcome<AddedJob> apply(EngineState state) {
        return state.schedules().runNow(name);
    }
}
