package dev.reeve.journal.local;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Builds files from arbitrary bytes with correct checksums, so that the readers process the content. */
final class StampedFiles {
    static final long DIRECTORY_ID = 0x5eed;
    static final int SEGMENT_BYTES = JournalSettings.SMALLEST_SEGMENT_BYTES;
    private static final int CHECKED_FROM = 8;

    private StampedFiles() {}

    static int crc(byte[] bytes) {
        return crc(ByteBuffer.wrap(bytes), 0, bytes.length);
    }

    private static int crc(ByteBuffer bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.slice(from, length));
        return (int) crc.getValue();
    }

    /**
     * Builds a segment of these batches.
     *
     * @param stamped whether they get a correct identity, place and checksum
     */
    static byte[] segment(long generation, boolean recycled, byte[] batches, boolean stamped) {
        ByteBuffer file = ByteBuffer.allocate(SEGMENT_BYTES);
        file.put(
                new FileHeader(FileHeader.FileType.SEGMENT, DIRECTORY_ID, generation, SEGMENT_BYTES, recycled).bytes());
        file.put(batches, 0, Math.min(batches.length, file.remaining()));
        int at = Segment.FIRST_BATCH_OFFSET;
        int end = Math.min(SEGMENT_BYTES, at + batches.length) - BatchHeader.BYTES;
        while (stamped && at <= end) {
            at = stampBatch(file, at, generation);
        }
        return file.array();
    }

    /** Stamps the batch at this offset, and returns the offset of the next one. */
    private static int stampBatch(ByteBuffer file, int at, long generation) {
        int bytes = file.getInt(at + 52);
        int most = SEGMENT_BYTES - at - BatchHeader.BYTES;
        boolean fits = bytes >= 0 && bytes <= most;
        if (fits) {
            file.putInt(at + 56, crc(file, at + BatchHeader.BYTES, bytes));
        }
        file.putInt(at, 0x52564231)
                .putLong(at + 8, DIRECTORY_ID)
                .putLong(at + 16, generation)
                .putInt(at + 24, at);
        file.putInt(at + 4, crc(file, at + CHECKED_FROM, BatchHeader.BYTES - CHECKED_FROM));
        return fits ? at + BatchHeader.paddedBytes(bytes) : SEGMENT_BYTES;
    }

    /** Builds a snapshot file of these chunks, each with its checksum. */
    static byte[] snapshot(long position, byte[] chunks) {
        byte[] file = new byte[SnapshotFile.FIRST_CHUNK_OFFSET + chunks.length];
        ByteBuffer buffer = ByteBuffer.wrap(file);
        buffer.put(FileHeader.ofSnapshot(DIRECTORY_ID, position).bytes()).put(chunks);
        CRC32C crc = new CRC32C();
        int at = SnapshotFile.FIRST_CHUNK_OFFSET;
        while (at + SnapshotFile.CHUNK_HEADER_BYTES <= file.length) {
            int length = buffer.getInt(at);
            int content = at + SnapshotFile.CHUNK_HEADER_BYTES;
            int bytes = length == SnapshotFile.END ? 0 : length;
            if (bytes < 0 || bytes > file.length - content) {
                break;
            }
            buffer.putInt(at + 4, SnapshotFile.chunkCrc(crc, at, length, buffer.slice(content, bytes)));
            at = content + bytes;
        }
        return file;
    }
}
