package dev.reeve.node;

import dev.reeve.engine.PayloadMoves;

/**
 * What of the live data may be in memory before payloads leave it.
 *
 * @param payloadBytes the live data in memory above which payloads are written to disk
 * @param headBytes the payloads at the head of each queue that stay in memory
 * @param stepBytes how much is worth a write
 * @param mostBytes the live data in memory above which no payload comes back before it is needed
 */
record PayloadLimits(long payloadBytes, long headBytes, long stepBytes, long mostBytes) {
    private static final long MOST_HEAD_BYTES = 4 << 20;
    private static final int HEAD_DIVISOR = 16;
    private static final long MOST_STEP_BYTES = 128 << 10;
    private static final int STEP_DIVISOR = 64;
    private static final int SHORT_DIVISOR = 8;
    private static final long SMALLEST_BYTES = 64 << 10;

    /** The live data in memory above which payloads leave in large steps, though others wait for that. */
    long shortBytes() {
        return payloadBytes + (mostBytes - payloadBytes) / SHORT_DIVISOR;
    }

    /** How many jobs are worth a block. Where nearly nothing may stay in memory, as in tests, all that can be packed is. */
    int worthPacking() {
        return payloadBytes < SMALLEST_BYTES ? 1 : PayloadMoves.WORTH_PACKING;
    }

    /**
     * Limits that follow from two.
     *
     * @param memoryBytes the live data in memory above which commands are refused that add to it
     */
    static PayloadLimits of(long payloadBytes, long memoryBytes) {
        return new PayloadLimits(
                payloadBytes,
                Math.min(MOST_HEAD_BYTES, payloadBytes / HEAD_DIVISOR),
                Math.max(1, Math.min(MOST_STEP_BYTES, payloadBytes / STEP_DIVISOR)),
                memoryBytes);
    }
}
