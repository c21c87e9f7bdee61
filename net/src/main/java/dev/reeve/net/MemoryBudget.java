package dev.reeve.net;

/**
 * Memory budget of all clients of all listeners, for input that is received and not executed, and for replies that are
 * not sent. Each listener accounts its connections and has its own rules for what happens at a limit; the totals are
 * common to all. Any thread.
 */
public final class MemoryBudget {
    private static final long DEFAULT_BYTES = 256L * 1024 * 1024;

    private final ByteQuota input;
    private final ByteQuota unsent;
    private final ByteQuota encoded;

    /**
     * Creates the budget.
     *
     * @param inputBytes the limit of bytes that are received and not executed
     * @param unsentBytes the limit of bytes of replies that are not sent
     */
    public MemoryBudget(long inputBytes, long unsentBytes) {
        this.input = new ByteQuota(inputBytes);
        this.unsent = new ByteQuota(unsentBytes);
        this.encoded = new ByteQuota(unsentBytes);
    }

    public static MemoryBudget withDefaults() {
        return new MemoryBudget(DEFAULT_BYTES, DEFAULT_BYTES);
    }

    /** Bytes received and not executed. */
    public ByteQuota input() {
        return input;
    }

    /** Bytes of replies that are not sent, including those that wait to be encoded. */
    public ByteQuota unsent() {
        return unsent;
    }

    /** The encoded part of the unsent bytes. */
    public ByteQuota encoded() {
        return encoded;
    }
}
