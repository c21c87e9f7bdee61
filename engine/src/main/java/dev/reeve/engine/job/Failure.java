package dev.reeve.engine.job;

import org.jspecify.annotations.Nullable;

/**
 * The last failure of a job.
 *
 * @param group the failure group: a name for similar failures
 * @param message the reporter's message; null if nobody reported the failure, but no retries were left
 * @param queue the queue in which the job failed
 * @param worker the worker that reported the failure; empty if none did
 * @param order increases with every failure; orders the failures of a group
 * @param error what else the reporter told; its message is this one. Null if the reporter told a message only
 */
public record Failure(
        String group,
        @Nullable String message,
        String queue,
        long whenMicros,
        String worker,
        long order,
        @Nullable JobError error) {
    /** A failure of which nothing but a message is known. */
    public Failure(String group, @Nullable String message, String queue, long whenMicros, String worker, long order) {
        this(group, message, queue, whenMicros, worker, order, null);
    }

    Failure withoutMessage() {
        return new Failure(group, "", queue, whenMicros, worker, order, error == null ? null : error.withoutContent());
    }

    /** A failure without texts. */
    public static final long OVERHEAD_BYTES = 48 + HeapBytes.SLOT;

    /** The estimated memory. The names of queue and worker are shared with the job's queue and its lease. */
    public long sizeBytes() {
        return OVERHEAD_BYTES
                + HeapBytes.string(group)
                + HeapBytes.string(message)
                + (error == null ? 0 : error.sizeBytes());
    }
}
