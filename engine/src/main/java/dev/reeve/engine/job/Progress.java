package dev.reeve.engine.job;

/**
 * How far the work on a job has come, as its worker tells.
 *
 * @param percent 0 to 100, which the door checks
 */
public record Progress(int percent, String message) {
    private static final long OVERHEAD_BYTES = 24;

    Progress withoutMessage() {
        return new Progress(percent, "");
    }

    /** The estimated memory. */
    public long sizeBytes() {
        return OVERHEAD_BYTES + HeapBytes.string(message);
    }

    /** The most that the progress takes, without reading the message. */
    public long growthBytes() {
        return OVERHEAD_BYTES + HeapBytes.longestString(message.length());
    }
}
