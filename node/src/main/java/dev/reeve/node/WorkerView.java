package dev.reeve.node;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A worker that has asked this node for jobs under its name.
 *
 * @param origin where it asked from; null if that is not known
 * @param queues the queues that it asked for last, the first ones, as far as the reader may see them
 * @param hiddenQueues how many of these queues the reader may not see
 * @param waiting how many of its calls wait for a job
 * @param quiet whether it gets no more jobs
 * @param held how many jobs it holds
 */
public record WorkerView(
        String name,
        @Nullable Origin origin,
        List<String> queues,
        int hiddenQueues,
        int waiting,
        long lastSeenMicros,
        boolean quiet,
        int held) {}
