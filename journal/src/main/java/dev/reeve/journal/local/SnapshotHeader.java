package dev.reeve.journal.local;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** The header of a snapshot file. Chunks follow, each preceded by its length and checksum, then an end chunk. */
record SnapshotHeader(long directoryId, long position) {
    static final int BYTES = 32;
    static final int CHUNK_HEADER_BYTES = 8;
    /** Longer slices of the state are split, so that a reader never allocates more. */
    static final int LARGEST_CHUNK_BYTES = 1 << 20;
    /** Value of the length field that marks the end chunk. */
    static final int END = -1;

    private static final int VERSION = 1;
    private static final int MAGIC = 0x52565031; // RVP1
    private static final int CHECKED_FROM = 8;

    ByteBuffer bytes() {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES);
        bytes.putInt(0, MAGIC).putInt(8, VERSION).putLong(16, directoryId).putLong(24, position);
        return bytes.putInt(4, crc(bytes));
    }

    static @Nullable SnapshotHeader read(ByteBuffer bytes) {
        if (bytes.limit() < BYTES
                || bytes.getInt(0) != MAGIC
                || bytes.getInt(4) != crc(bytes)
                || bytes.getInt(8) != VERSION) {
            return null;
        }
        return new SnapshotHeader(bytes.getLong(16), bytes.getLong(24));
    }

    /** Includes the chunk's offset in the file, so that swapped chunks are detected. */
    static int chunkCrc(CRC32C crc, long at, int length, ByteBuffer content) {
        crc.reset();
        crc.update(ByteBuffer.allocate(12).putLong(at).putInt(length).flip());
        crc.update(content);
        return (int) crc.getValue();
    }

    private static int crc(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.slice(CHECKED_FROM, BYTES - CHECKED_FROM));
        return (int) crc.getValue();
    }
}
