package dev.reeve.engine.qless.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.qless.CallerClock;
import java.util.List;

/**
 * Queues the oldest failures of a failure group again, in the given queue, at most {@link EngineState#WORK_PER_ENTRY} of
 * them. Returns the number of jobs.
 */
public record Unfail(CallerClock clock, String queue, String group, int count) implements Command<Integer> {
    @Override
    public List<String> queues() {
        return List.of(queue);
    }

    @Override
    public Outcome<Integer> apply(EngineState state) {
        return Outcome.of(state.qless().placements().unfail(clock, queue, group, count));
    }
}
