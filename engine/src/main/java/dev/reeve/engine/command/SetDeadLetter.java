package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Growth;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.queue.JobQueue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Says where the jobs of a queue go that fail for good.
 *
 * @param to null if they stay
 */
public record SetDeadLetter(String queue, @Nullable Target to) implements Command<Done> {
    /** A queue for such jobs; it is created if there is none. A queue is none for itself. */
    public record Target(String queue) {}

    @Override
    public List<String> queues() {
        return to == null ? List.of(queue) : List.of(queue, to.queue());
    }

    @Override
    public long growthBytes() {
        return to == null ? 0 : Growth.text(to.queue()) + Growth.queue(to.queue());
    }

    @Override
    public long growthBytes(EngineState state) {
        return to == null ? 0 : Growth.text(to.queue()) + Growth.queue(state, to.queue());
    }

    @Override
    public Outcome<Done> apply(EngineState state) {
        JobQueue found = state.queue(queue);
        if (found == null) {
            return Outcome.refused(Rejection.QUEUE_NOT_FOUND, queue);
        }
        if (to != null) {
            state.queueOrNew(to.queue());
        }
        state.deadLetter(found, to == null || to.queue().equals(queue) ? null : to.queue());
        return Outcome.done();
    }
}
