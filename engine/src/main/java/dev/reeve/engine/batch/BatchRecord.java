package dev.reeve.engine.batch;

import dev.reeve.engine.collection.DeadlineHeap;
import dev.reeve.engine.job.HeapBytes;
import dev.reeve.engine.job.Standing;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a batch besides its jobs. Immutable, so that a snapshot can write it later.
 *
 * @param fingerprint of the request that opened it: an equal one finds this batch
 * @param afterNumber the last number of a job when the batch was opened. Jobs with smaller numbers that name such a batch
 *     belonged to an earlier one
 * @param open whether jobs can be added
 * @param changedAtMicros when the batch was opened or closed, or a job of it was added, ended or retried
 * @param queues the queues of its jobs and callbacks; with more than {@link Batches#MOST_QUEUES} the first of them
 * @param manyQueues whether there are more queues
 * @param sweep what is being done to its jobs; null if nothing is
 */
public record BatchRecord(
        String id,
        String fingerprint,
        long createdAtMicros,
        long afterNumber,
        boolean open,
        long changedAtMicros,
        BatchCounts counts,
        Callbacks callbacks,
        List<String> queues,
        boolean manyQueues,
        @Nullable Sweep sweep) {
    private static final long DAY_MICROS = 86_400_000_000L;

    /** How long a batch is kept when all of its jobs have completed. */
    public static final long KEEP_COMPLETED_MICROS = DAY_MICROS;

    /** How long a batch is kept that has other jobs, or is open and unused. */
    public static final long KEEP_MICROS = 30 * DAY_MICROS;

    private static final long OVERHEAD_BYTES =
            72 + 48 + 32 + 24 + HeapBytes.SMALL_SET + HeapBytes.HASH_ENTRY + 3 * HeapBytes.SLOT;

    private static final long SWEEP_BYTES = 40;

    public BatchRecord {
        queues = List.copyOf(queues);
    }

    /** A new batch without jobs. */
    static BatchRecord opened(
            String id, String fingerprint, long atMicros, long afterNumber, Callbacks callbacks, List<String> queues) {
        return new BatchRecord(
                id,
                fingerprint,
                atMicros,
                afterNumber,
                true,
                atMicros,
                BatchCounts.NONE,
                callbacks,
                queues.size() > Batches.MOST_QUEUES ? queues.subList(0, Batches.MOST_QUEUES) : queues,
                queues.size() > Batches.MOST_QUEUES,
                null);
    }

    private BatchRecord with(boolean isOpen, long atMicros, BatchCounts counted, Callbacks called) {
        return new BatchRecord(
                id,
                fingerprint,
                createdAtMicros,
                afterNumber,
                isOpen,
                atMicros,
                counted,
                called,
                queues,
                manyQueues,
                sweep);
    }

    BatchRecord closed(long atMicros) {
        return with(false, atMicros, counts, callbacks);
    }

    BatchRecord moved(@Nullable Standing from, Standing to, long atMicros) {
        return with(open, atMicros, counts.moved(from, to), callbacks);
    }

    BatchRecord fired(Callback.Moment moment, long atMicros) {
        return with(open, changedAtMicros, counts, callbacks.fired(moment, atMicros));
    }

    BatchRecord withQueue(String queue) {
        if (manyQueues || queues.contains(queue)) {
            return this;
        }
        boolean full = queues.size() == Batches.MOST_QUEUES;
        List<String> more = new ArrayList<>(queues);
        if (!full) {
            more.add(queue);
        }
        return new BatchRecord(
                id,
                fingerprint,
                createdAtMicros,
                afterNumber,
                open,
                changedAtMicros,
                counts,
                callbacks,
                more,
                full,
                sweep);
    }

    BatchRecord withSweep(@Nullable Sweep value) {
        return new BatchRecord(
                id,
                fingerprint,
                createdAtMicros,
                afterNumber,
                open,
                changedAtMicros,
                counts,
                callbacks,
                queues,
                manyQueues,
                value);
    }

    /** When the batch is forgotten; never while it has something to do. */
    public long expiresAtMicros() {
        if (counts.pending() > 0 || sweep != null) {
            return DeadlineHeap.NEVER;
        }
        boolean completed = !open && counts.allCompleted();
        return DeadlineHeap.after(changedAtMicros, completed ? KEEP_COMPLETED_MICROS : KEEP_MICROS);
    }

    /** The estimated memory, without jobs. */
    long sizeBytes() {
        long bytes = OVERHEAD_BYTES + HeapBytes.string(id) + HeapBytes.string(fingerprint) + callbacks.sizeBytes();
        for (String queue : queues) {
            bytes += HeapBytes.SLOT + HeapBytes.string(queue);
        }
        return bytes
                + (sweep == null ? 0 : SWEEP_BYTES + HeapBytes.string(sweep.reason()) + HeapBytes.string(sweep.by()));
    }

    /** The most that a batch takes, without callbacks and queues. */
    public static long growthBytes(String id, String fingerprint) {
        return OVERHEAD_BYTES + HeapBytes.longestString(id.length()) + HeapBytes.longestString(fingerprint.length());
    }

    /** The most that a sweep takes. */
    public static long sweepBytes(@Nullable String reason, @Nullable String by) {
        return SWEEP_BYTES
                + (reason == null ? 0 : HeapBytes.longestString(reason.length()))
                + (by == null ? 0 : HeapBytes.longestString(by.length()));
    }

    /** The most that another queue takes. */
    public static long queueBytes(String queue) {
        return HeapBytes.SLOT + HeapBytes.longestString(queue.length());
    }
}
