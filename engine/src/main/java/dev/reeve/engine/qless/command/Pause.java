package dev.reeve.engine.qless.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Growth;
import dev.reeve.engine.Outcome;
import java.util.List;

/** Suspends or resumes the leasing of jobs from queues. A queue that does not exist is created, unlisted, when paused. */
public record Pause(List<String> queues, boolean paused) implements Command<Done> {
    public Pause {
        queues = List.copyOf(queues);
    }

    @Override
    public long growthBytes() {
        return paused ? queues.stream().mapToLong(Growth::queue).sum() : 0;
    }

    @Override
    public long growthBytes(EngineState state) {
        return paused
                ? queues.stream().mapToLong(queue -> Growth.queue(state, queue)).sum()
                : 0;
    }

    @Override
    public Outcome<Done> apply(EngineState state) {
        queues.forEach(queue -> state.qless().administration().pause(queue, paused));
        return Outcome.done();
    }
}
