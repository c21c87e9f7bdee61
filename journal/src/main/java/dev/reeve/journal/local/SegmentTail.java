package dev.reeve.journal.local;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a segment after its last valid batch.
 *
 * @param offset end of the valid batches
 * @param proof a header that records a sync beyond the offset; null if there is none
 * @param leftover the first valid header in the tail; null if there is none
 * @param tornBytes length of a torn write
 * @param isZero the tail contains only zeros
 */
record SegmentTail(
        int offset, @Nullable BatchHeader proof, @Nullable BatchHeader leftover, int tornBytes, boolean isZero) {

    static SegmentTail examine(SegmentReader reader, int offset) throws IOException {
        BatchHeader proof = null;
        BatchHeader leftover = null;
        int leftoverEnd = reader.isBegun(offset) ? offset + BatchHeader.BYTES : offset;
        int nonZeroEnd = offset;
        for (int at = offset; at < reader.info().bytes(); at += BatchHeader.ALIGNMENT) {
            if (reader.longAt(at) == 0) {
                continue;
            }
            nonZeroEnd = at + BatchHeader.ALIGNMENT;
            BatchHeader header = reader.header(at);
            if (header != null) {
                leftover = leftover == null ? header : leftover;
                leftoverEnd = Math.max(leftoverEnd, header.end());
                if (proof == null && header.syncedEnd() > offset) {
                    proof = header;
                }
            }
        }
        // The tail of a recycled segment holds batches of its previous generation, which do not count.
        int tornEnd = reader.isRecycled() ? leftoverEnd : nonZeroEnd;
        return new SegmentTail(offset, proof, leftover, tornEnd - offset, nonZeroEnd == offset);
    }
}
