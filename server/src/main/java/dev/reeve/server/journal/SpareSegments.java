package dev.reeve.server.journal;

import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Segments ready for use, in the order of use: filled by the housekeeping thread, emptied by the journal thread. */
final class SpareSegments {
    private final ConcurrentLinkedQueue<Segment> ready = new ConcurrentLinkedQueue<>();
    private volatile int wantedBytes;
    private volatile boolean exhausted;

    void add(Segment segment) {
        ready.add(segment);
    }

    @Nullable
    Segment take() {
        return ready.poll();
    }

    /** The largest batch that one of them can take. */
    int roomBytes() {
        int largest = 0;
        for (Segment segment : ready) {
            largest = Math.max(largest, segment.roomBytes());
        }
        return largest;
    }

    boolean isEmpty() {
        return ready.isEmpty();
    }

    /** Asks for a segment that takes a batch of this size; 0 takes the request back. */
    void want(int batchBytes) {
        wantedBytes = batchBytes;
    }

    int wantedBytes() {
        return wantedBytes;
    }

    /** Whether the journal thread waits for more than there is. */
    boolean isWanting() {
        return wantedBytes > roomBytes();
    }

    /** The last attempt to make one failed. */
    boolean areExhausted() {
        return exhausted;
    }

    void exhausted(boolean failed) {
        exhausted = failed;
    }
}
