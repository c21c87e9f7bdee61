package dev.reeve.server.journal;

import dev.reeve.server.journal.BatchHeader.Content;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Entries on their way to the disk: room for the header, then each entry behind its length. A batch is filled by the
 * loop thread and written by the journal thread, never at the same time; it is reused, and does not stay large.
 */
final class Batch {
    private static final int FIRST_BYTES = 64 << 10;
    private static final int LARGEST_KEPT_BYTES = 4 << 20;
    private static final int LARGEST_BYTES = 1 << 30;

    private byte[] bytes = new byte[FIRST_BYTES];
    private ByteBuffer buffer = ByteBuffer.wrap(bytes);
    private int end = BatchHeader.BYTES;
    private int count;
    private long firstPosition;
    private long appendedBytes;

    boolean isEmpty() {
        return count == 0;
    }

    void clear() {
        end = BatchHeader.BYTES;
        count = 0;
        buffer.clear();
        if (bytes.length > LARGEST_KEPT_BYTES) {
            bytes = new byte[FIRST_BYTES];
            buffer = ByteBuffer.wrap(bytes);
        }
    }

    void add(long position, byte[] source, int offset, int length) {
        if (count == 0) {
            firstPosition = position;
        }
        ensureRoom(Integer.BYTES + length);
        buffer.putInt(end, length);
        System.arraycopy(source, offset, bytes, end + Integer.BYTES, length);
        end += Integer.BYTES + length;
        count++;
    }

    /** Takes the last entry out again and returns what it took. */
    int removeLast() {
        int at = BatchHeader.BYTES;
        for (int i = 1; i < count; i++) {
            at += Integer.BYTES + buffer.getInt(at);
        }
        int removed = end - at;
        end = at;
        count--;
        return removed;
    }

    private void ensureRoom(int more) {
        // The padding behind the last entry must fit as well.
        long needed = (long) end + more + BatchHeader.ALIGNMENT;
        if (needed <= bytes.length) {
            return;
        }
        if (needed > LARGEST_BYTES) {
            throw new IllegalStateException("a batch grew past " + LARGEST_BYTES + " bytes");
        }
        bytes = Arrays.copyOf(bytes, (int) Math.min(LARGEST_BYTES, Math.max(needed, 2L * bytes.length)));
        buffer = ByteBuffer.wrap(bytes);
    }

    /** How many bytes had been appended over the life of this journal when the batch was handed over. */
    void appendedBytes(long total) {
        appendedBytes = total;
    }

    long appendedBytes() {
        return appendedBytes;
    }

    long lastPosition() {
        return firstPosition + count - 1;
    }

    int paddedBytes() {
        return BatchHeader.paddedBytes(end - BatchHeader.BYTES);
    }

    Content content(CRC32C crc) {
        crc.reset();
        crc.update(bytes, BatchHeader.BYTES, end - BatchHeader.BYTES);
        return new Content(firstPosition, count, end - BatchHeader.BYTES, (int) crc.getValue());
    }

    /** The whole batch, padded with zeros, ready to be written. */
    ByteBuffer stamped(BatchHeader header) {
        int padded = paddedBytes();
        Arrays.fill(bytes, end, padded, (byte) 0);
        header.writeTo(buffer, 0);
        return buffer.clear().limit(padded);
    }
}
