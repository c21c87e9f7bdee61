package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import java.util.List;

/**
 * Pauses a schedule or resumes it. What would have run in between is not made up for.
 *
 * @param nextMicros the next time of a schedule that is resumed
 */
public record PauseSchedule(String name, boolean paused, long nextMicros) implements Command<Done> {
    @Override
    public List<String> schedules() {
        return List.of(name);
    }

    @Override
    public Outcome<Done> apply(EngineState state) {
        boolean known = state.schedules().pause(name, paused, nextMicros);
        return known ? Outcome.done() : Outcome.refused(Rejection.SCHEDULE_NOT_FOUND);
    }
}
