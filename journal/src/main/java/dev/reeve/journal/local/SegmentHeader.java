package dev.reeve.journal.local;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The first block of a segment file. It is written when the segment is prepared and never changed in use, so no torn
 * write can damage it.
 *
 * @param recycled the rest may hold batches of an earlier generation instead of zeros
 */
record SegmentHeader(long directoryId, long generation, int segmentBytes, boolean recycled) {
    /** Offset of the first batch; the header has a disk block of its own. */
    static final int BLOCK_BYTES = 4096;

    static final int VERSION = 1;
    private static final int MAGIC = 0x52565331; // RVS1
    private static final int BYTES = 40;
    private static final int CHECKED_FROM = 8;

    ByteBuffer block() {
        ByteBuffer block = ByteBuffer.allocate(BLOCK_BYTES);
        block.putInt(0, MAGIC)
                .putInt(8, VERSION)
                .putInt(12, recycled ? 1 : 0)
                .putLong(16, directoryId)
                .putLong(24, generation)
                .putInt(32, segmentBytes);
        block.putInt(4, crc(block));
        return block;
    }

    static @Nullable SegmentHeader read(ByteBuffer block) {
        if (block.limit() < BYTES
                || block.getInt(0) != MAGIC
                || block.getInt(4) != crc(block)
                || block.getInt(8) != VERSION) {
            return null;
        }
        return new SegmentHeader(block.getLong(16), block.getLong(24), block.getInt(32), block.getInt(12) != 0);
    }

    private static int crc(ByteBuffer block) {
        CRC32C crc = new CRC32C();
        crc.update(block.slice(CHECKED_FROM, BYTES - CHECKED_FROM));
        return (int) crc.getValue();
    }
}
