package dev.reeve.journal.local;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The 64-byte header of a batch. {@code docs/journal-format.md} has the layout.
 *
 * <p>Invariant: a header is valid at one place only. It contains the directory id, the generation of its segment and
 * its own offset, so neither old batches of a recycled segment nor a journal copied into a payload are mistaken for it.
 *
 * @param sequence number of the batch in its segment, from 1
 * @param syncedEnd end of the last synced batch of this segment when this batch was written; all earlier segments were
 *     synced completely
 */
record BatchHeader(Kind kind, Place place, long sequence, Content content, int syncedEnd) {
    static final int BYTES = 64;
    static final int ALIGNMENT = 8;
    private static final int MAGIC = 0x52564231; // RVB1
    private static final int CRC_AT = 4;
    private static final int CHECKED_FROM = 8;

    /** The purpose of a batch. */
    enum Kind {
        ENTRIES(0),
        /** Empty: proves that all batches before it were synced. */
        MARK(1),
        /** Empty: the last batch of its segment. */
        SEAL(2);

        private static final Kind[] BY_CODE = {ENTRIES, MARK, SEAL};
        private final int code;

        Kind(int code) {
            this.code = code;
        }
    }

    record Place(long directoryId, long generation, int offset) {}

    /** @param firstPosition position of the first entry; for an empty batch, the next position */
    record Content(long firstPosition, int count, int bytes, int crc) {
        static Content empty(long nextPosition) {
            return new Content(nextPosition, 0, 0, 0);
        }
    }

    /** The bytes that a batch uses in its segment. */
    static int paddedBytes(int contentBytes) {
        return Math.addExact(BYTES + ALIGNMENT - 1, contentBytes) & -ALIGNMENT;
    }

    int end() {
        return place.offset + paddedBytes(content.bytes);
    }

    void writeTo(ByteBuffer buffer, int at) {
        buffer.putInt(at, MAGIC)
                .putLong(at + 8, place.directoryId)
                .putLong(at + 16, place.generation)
                .putInt(at + 24, place.offset)
                .putInt(at + 28, kind.code)
                .putLong(at + 32, sequence)
                .putLong(at + 40, content.firstPosition)
                .putInt(at + 48, content.count)
                .putInt(at + 52, content.bytes)
                .putInt(at + 56, content.crc)
                .putInt(at + 60, syncedEnd);
        buffer.putInt(at + CRC_AT, FileHeader.crc(buffer, at + CHECKED_FROM, at + BYTES));
    }

    /** The header at {@code at}, or null if it is not valid for {@code place} in a segment of this size. */
    static @Nullable BatchHeader read(ByteBuffer buffer, int at, Place place, int segmentBytes) {
        if (buffer.getInt(at) != MAGIC
                || buffer.getLong(at + 8) != place.directoryId
                || buffer.getLong(at + 16) != place.generation
                || buffer.getInt(at + 24) != place.offset
                || buffer.getInt(at + CRC_AT) != FileHeader.crc(buffer, at + CHECKED_FROM, at + BYTES)) {
            return null;
        }
        int kind = buffer.getInt(at + 28);
        int count = buffer.getInt(at + 48);
        int bytes = buffer.getInt(at + 52);
        if (kind < 0 || kind >= Kind.BY_CODE.length || count < 0 || bytes < 0) {
            return null;
        }
        if ((long) place.offset + BYTES + bytes > segmentBytes || (long) count * Integer.BYTES > bytes) {
            return null;
        }
        Content content = new Content(buffer.getLong(at + 40), count, bytes, buffer.getInt(at + 56));
        return new BatchHeader(Kind.BY_CODE[kind], place, buffer.getLong(at + 32), content, buffer.getInt(at + 60));
    }

    /** Whether the bytes at {@code at} start like a header of this segment, valid or not. */
    static boolean isBegun(ByteBuffer buffer, int at, Place place) {
        return buffer.getInt(at) == MAGIC
                && buffer.getLong(at + 8) == place.directoryId
                && buffer.getLong(at + 16) == place.generation;
    }
}
