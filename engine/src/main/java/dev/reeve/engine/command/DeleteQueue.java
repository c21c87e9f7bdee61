package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.queue.JobQueue;
import java.util.List;

/**
 * Deletes a queue with the jobs that wait in it. Those that workers have, and those that have ended, stay; those that
 * wait for a retry stay too, as ended.
 */
public record DeleteQueue(String queue) implements Command<Done> {
    @Override
    public List<String> queues() {
        return List.of(queue);
    }

    @Override
    public Outcome<Done> apply(EngineState state) {
        JobQueue found = state.queue(queue);
        if (found == null) {
            return Outcome.refused(Rejection.QUEUE_NOT_FOUND);
        }
        state.delete(found);
        return Outcome.done();
    }
}
