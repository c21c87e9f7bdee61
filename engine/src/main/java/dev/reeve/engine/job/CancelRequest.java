package dev.reeve.engine.job;

import org.jspecify.annotations.Nullable;

/**
 * The request to cancel a job that a worker holds. The worker is told when it renews its lease.
 *
 * @param reason why, in the words of the one who asks
 * @param by who asks
 */
public record CancelRequest(
        long atMicros, @Nullable String reason, @Nullable String by) {
    public static final long OVERHEAD_BYTES = 32;

    CancelRequest withoutReason() {
        return new CancelRequest(atMicros, null, by);
    }

    /** The estimated memory. */
    public long sizeBytes() {
        return OVERHEAD_BYTES + HeapBytes.string(reason) + HeapBytes.string(by);
    }
}
