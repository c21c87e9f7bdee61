package dev.reeve.journal.local;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The start of a segment, snapshot or payload file. It is written when the file is prepared and never changed in use, so no torn
 * write can damage it.
 *
 * @param number the generation of a segment, the position of a snapshot, the number of a payload file
 * @param segmentBytes the size of a segment, 0 for others
 * @param recycled the rest may hold batches of an earlier generation instead of zeros
 */
record FileHeader(FileType type, long directoryId, long number, int segmentBytes, boolean recycled) {
    /** The types of file. */
    enum FileType {
        SEGMENT(0x52565331, 40, Segment.FIRST_BATCH_OFFSET), // RVS1
        SNAPSHOT(0x52565031, 32, SnapshotFile.FIRST_CHUNK_OFFSET), // RVP1
        PAYLOADS(0x52564431, 32, PayloadRecord.FIRST_OFFSET); // RVD1

        private final int magic;
        private final int checkedTo;
        private final int bytes;

        FileType(int magic, int checkedTo, int bytes) {
            this.magic = magic;
            this.checkedTo = checkedTo;
            this.bytes = bytes;
        }
    }

    private static final int VERSION = 1;
    private static final int CHECKED_FROM = 8;

    static FileHeader ofSegment(long directoryId, Manifest.SegmentInfo info, boolean recycled) {
        return new FileHeader(FileType.SEGMENT, directoryId, info.generation(), info.bytes(), recycled);
    }

    static FileHeader ofSnapshot(long directoryId, long position) {
        return new FileHeader(FileType.SNAPSHOT, directoryId, position, 0, false);
    }

    static FileHeader ofPayloads(long directoryId, long number) {
        return new FileHeader(FileType.PAYLOADS, directoryId, number, 0, false);
    }

    ByteBuffer bytes() {
        ByteBuffer bytes = ByteBuffer.allocate(type.bytes)
                .putInt(0, type.magic)
                .putInt(8, VERSION)
                .putInt(12, recycled ? 1 : 0)
                .putLong(16, directoryId)
                .putLong(24, number);
        if (type == FileType.SEGMENT) {
            bytes.putInt(32, segmentBytes);
        }
        return bytes.putInt(4, crc(bytes, CHECKED_FROM, type.checkedTo));
    }

    /** The header at the start of these bytes, or null if there is no valid one of this type. */
    static @Nullable FileHeader read(FileType type, ByteBuffer bytes) {
        if (bytes.limit() < type.checkedTo
                || bytes.getInt(0) != type.magic
                || bytes.getInt(4) != crc(bytes, CHECKED_FROM, type.checkedTo)
                || bytes.getInt(8) != VERSION) {
            return null;
        }
        int segmentBytes = type == FileType.SEGMENT ? bytes.getInt(32) : 0;
        return new FileHeader(type, bytes.getLong(16), bytes.getLong(24), segmentBytes, bytes.getInt(12) != 0);
    }

    /** The checksum of the bytes of a header. */
    static int crc(ByteBuffer bytes, int from, int to) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.slice(from, to - from));
        return (int) crc.getValue();
    }
}
