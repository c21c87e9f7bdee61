package dev.reeve.engine.qless.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import java.util.List;

/** Suspends or resumes the leasing of jobs from queues. A queue that does not exist is created, unlisted, when paused. */
public record Pause(List<String> queues, boolean paused) implements Command<Done> {
    public Pause {
        queues = List.copyOf(queues);
    }

    @Override
    public Outcome<Done> apply(EngineState state) {
        queues.forEach(queue -> state.qless().administration().pause(queue, paused));
        return Outcome.done();
    }
}
