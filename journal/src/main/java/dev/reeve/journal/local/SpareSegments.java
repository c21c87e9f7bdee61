package dev.reeve.journal.local;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Prepared segments, in the order of use: added by the housekeeping thread, taken by the journal thread. */
final class SpareSegments {
    private final Queue<Segment> ready;
    private volatile int requestedBytes;
    private volatile @Nullable Throwable failure;

    SpareSegments(List<Segment> found) {
        ready = new ConcurrentLinkedQueue<>(found);
    }

    void add(Segment segment) {
        ready.add(segment);
    }

    @Nullable
    Segment take() {
        return ready.poll();
    }

    /** The size of the largest batch that fits into one of the segments. */
    int largestFreeBytes() {
        int largest = 0;
        for (Segment segment : ready) {
            largest = Math.max(largest, segment.freeBytes());
        }
        return largest;
    }

    boolean isEmpty() {
        return ready.isEmpty();
    }

    /** Requests a segment for a batch of this size; 0 cancels the request. */
    void request(int batchBytes) {
        requestedBytes = batchBytes;
    }

    int requestedBytes() {
        return requestedBytes;
    }

    /** Whether the journal thread waits for a larger segment than is available. */
    boolean hasOpenRequest() {
        return requestedBytes > largestFreeBytes();
    }

    /** Why the last attempt to prepare a segment failed; null if it succeeded. */
    @Nullable
    Throwable failure() {
        return failure;
    }

    void failure(@Nullable Throwable cause) {
        failure = cause;
    }
}
