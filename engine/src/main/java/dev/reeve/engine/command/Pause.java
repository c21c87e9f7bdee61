package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Growth;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.queue.JobQueue;
import java.util.List;

/**
 * Suspends or resumes the leasing of jobs from queues.
 *
 * @param mayBeNew whether a queue that does not exist is created, unlisted, when paused, and ignored when resumed; else the
 *     command is refused and changes nothing
 */
public record Pause(List<String> queues, boolean paused, boolean mayBeNew) implements Command<Done> {
    public Pause {
        queues = List.copyOf(queues);
    }

    @Override
    public long growthBytes() {
        return paused && mayBeNew ? queues.stream().mapToLong(Growth::queue).sum() : 0;
    }

    @Override
    public long growthBytes(EngineState state) {
        return paused && mayBeNew
                ? queues.stream().mapToLong(queue -> Growth.queue(state, queue)).sum()
                : 0;
    }

    @Override
    public Outcome<Done> apply(EngineState state) {
        for (String name : queues) {
            if (!mayBeNew && state.queue(name) == null) {
                return Outcome.refused(Rejection.QUEUE_NOT_FOUND, name);
            }
        }
        for (String name : queues) {
            JobQueue queue =
                    paused && state.queue(name) == null ? state.qless().newUnlistedQueue(name) : state.queue(name);
            if (queue != null) {
                state.pause(queue, paused);
            }
        }
        return Outcome.done();
    }
}
