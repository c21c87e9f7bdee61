package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Purges;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.job.State;
import dev.reeve.engine.queue.JobQueue;
import java.util.List;

/**
 * Removes the jobs of a queue that are in these states. The queue stays. If they are many, later entries remove the rest of
 * those that existed when the command was applied.
 */
public record PurgeQueue(String queue, List<State> states) implements Command<Done> {
    public PurgeQueue {
        states = List.copyOf(states);
    }

    @Override
    public List<String> queues() {
        return List.of(queue);
    }

    @Override
    public long growthBytes() {
        return Purges.BYTES * states.size();
    }

    @Override
    public boolean usesReserve() {
        return true;
    }

    @Override
    public Outcome<Done> apply(EngineState state) {
        JobQueue found = state.queue(queue);
        if (found == null) {
            return Outcome.refused(Rejection.QUEUE_NOT_FOUND);
        }
        states.forEach(one -> state.purges().add(found, one, state.lastNumber()));
        state.worked(state.ends().purge(state.workLeft()));
        return Outcome.done();
    }
}
