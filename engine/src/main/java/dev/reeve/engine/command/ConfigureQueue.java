package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Growth;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.TermsPool;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.limit.Limit;
import dev.reeve.engine.queue.JobQueue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sets the defaults for new jobs of a queue, which is created if necessary. Returns whether it was created.
 *
 * @param priority the default priority; null keeps it
 * @param limit how many jobs of the queue may run at a time, and how often they may start; null keeps that
 */
public record ConfigureQueue(
        String queue,
        Terms defaults,
        @Nullable Long priority,
        @Nullable Limit limit) implements Command<Boolean> {
    public ConfigureQueue(String queue, Terms defaults) {
        this(queue, defaults, null, null);
    }

    public ConfigureQueue(String queue, Terms defaults, @Nullable Long priority) {
        this(queue, defaults, priority, null);
    }

    @Override
    public List<String> queues() {
        return List.of(queue);
    }

    @Override
    public long growthBytes() {
        return Growth.queue(queue) + TermsPool.sizeBytes(defaults);
    }

    @Override
    public long growthBytes(EngineState state) {
        return Growth.queue(state, queue) + TermsPool.sizeBytes(defaults);
    }

    @Override
    public Outcome<Boolean> apply(EngineState state) {
        boolean created = state.queue(queue) == null;
        JobQueue configured = state.queueOrNew(queue);
        state.defaults(configured, defaults);
        if (priority != null) {
            configured.priority(priority);
        }
        if (limit != null) {
            state.limit(configured, limit);
        }
        return Outcome.of(created);
    }
}
