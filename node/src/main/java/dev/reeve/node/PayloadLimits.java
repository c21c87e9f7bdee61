package dev.reeve.node;

/**
 * What of the live data may be in memory before payloads leave it.
 *
 * @param payloadBytes the live data in memory above which payloads are written to disk
 * @param headBytes the payloads at the head of each queue that stay in memory
 */
record PayloadLimits(long payloadBytes, long headBytes) {
    private static final long MOST_HEAD_BYTES = 4 << 20;
    private static final int HEAD_DIVISOR = 16;

    static PayloadLimits of(long payloadBytes) {
        return new PayloadLimits(payloadBytes, Math.min(MOST_HEAD_BYTES, payloadBytes / HEAD_DIVISOR));
    }
}
