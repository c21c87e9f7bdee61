package dev.reeve.server.journal;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * What lies behind the last valid batch of a segment.
 *
 * @param offset where the valid batches end
 * @param proof a header which says that more than this had been synced; null if there is none
 * @param leftover the first valid header there is, whatever it proves; null if there is none
 * @param tornBytes how far an unfinished write reaches
 * @param isZero nothing but zeros
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
        // Behind the end of a recycled segment lies its previous life, which is nobody's loss.
        int tornEnd = reader.isRecycled() ? leftoverEnd : nonZeroEnd;
        return new SegmentTail(offset, proof, leftover, tornEnd - offset, nonZeroEnd == offset);
    }
}
