package dev.reeve.server.net;

/**
 * What one session holds of what all hold together, as it was counted last, and since when its client has taken nothing of
 * that. The totals of the {@link MemoryBudget} are the sums over all shares.
 */
final class SessionUsage {
    private long inputBytes;
    private long unsentBytes;
    private long writtenBytes;
    private long progressAtNanos = System.nanoTime();

    void set(long input, long unsent, long written) {
        inputBytes = input;
        unsentBytes = unsent;
        writtenBytes = written;
    }

    /** What was received and not executed. */
    long inputBytes() {
        return inputBytes;
    }

    /** What was answered and not sent, in words or not. */
    long unsentBytes() {
        return unsentBytes;
    }

    /** What of that is in words. */
    long writtenBytes() {
        return writtenBytes;
    }

    void progressed() {
        progressAtNanos = System.nanoTime();
    }

    /** When its client last took something of what it is sent. */
    long progressAtNanos() {
        return progressAtNanos;
    }
}
