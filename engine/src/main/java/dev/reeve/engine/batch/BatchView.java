package dev.reeve.engine.batch;

import java.util.List;

/**
 * A copy of what is known of a batch.
 *
 * @param queues the queues of its jobs and callbacks
 * @param manyQueues whether there are more of them
 */
public record BatchView(
        String id,
        boolean open,
        BatchCounts counts,
        Callbacks callbacks,
        long createdAtMicros,
        long endedAtMicros,
        long expiresAtMicros,
        List<String> queues,
        boolean manyQueues) {
    static BatchView of(BatchRecord known) {
        boolean ended = !known.open() && known.counts().pending() == 0;
        return new BatchView(
                known.id(),
                known.open(),
                known.counts(),
                known.callbacks(),
                known.createdAtMicros(),
                ended ? known.changedAtMicros() : 0,
                known.expiresAtMicros(),
                known.queues(),
                known.manyQueues());
    }
}
