package dev.reeve.engine.job;

/** How far the work on a job has come, as its worker tells. */
public record Progress(int percent, String message) {
    private static final long OVERHEAD_BYTES = 24;

    public Progress {
        if (percent < 0 || percent > 100) {
            throw new IllegalArgumentException("expected a percentage, but got " + percent);
        }
    }

    Progress withoutMessage() {
        return new Progress(percent, "");
    }

    /** The estimated memory. */
    public long sizeBytes() {
        return OVERHEAD_BYTES + HeapBytes.string(message);
    }

    /** The most that any progress with a message of that length takes. */
    public static long growthBytes(int messageLength) {
        return OVERHEAD_BYTES + HeapBytes.longestString(messageLength);
    }
}
