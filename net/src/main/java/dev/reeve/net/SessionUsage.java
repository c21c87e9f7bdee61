package dev.reeve.net;

/**
 * Contribution of one session to the totals of the {@link MemoryBudget}, as of the last update, and the time of its
 * last progress.
 *
 * <p>Invariant: the totals of the budget are the sums over all sessions and the connections of other listeners.
 */
final class SessionUsage {
    private long inputBytes;
    private long unsentBytes;
    private long encodedBytes;
    private long lastProgressNanos = System.nanoTime();

    void set(long input, long unsent, long encoded) {
        inputBytes = input;
        unsentBytes = unsent;
        encodedBytes = encoded;
    }

    /** Bytes received and not executed. */
    long inputBytes() {
        return inputBytes;
    }

    /** Bytes of replies that are not sent, encoded or not. */
    long unsentBytes() {
        return unsentBytes;
    }

    /** The encoded part of the unsent bytes. */
    long encodedBytes() {
        return encodedBytes;
    }

    void recordProgress() {
        lastProgressNanos = System.nanoTime();
    }

    /** The time at which the client last read a part of its replies. */
    long lastProgressNanos() {
        return lastProgressNanos;
    }
}
