package dev.reeve.journal.local;

import dev.reeve.journal.local.BatchHeader.Content;
import dev.reeve.settings.HeapBoundedLimit;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * A buffer of entries to be written: space for the header, then each entry preceded by its length. The loop thread
 * fills it and then a thread writes it, never at the same time. It is reused, and shrinks again after a large batch.
 */
final class Batch {
    private static final int INITIAL_BYTES = 64 << 10;
    private static final int MAX_RETAINED_BYTES = HeapBoundedLimit.keptBufferBytes(4 << 20);
    private static final int MAX_BYTES = 1 << 30;

    private byte[] bytes = new byte[INITIAL_BYTES];
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
        if (bytes.length > MAX_RETAINED_BYTES) {
            bytes = new byte[INITIAL_BYTES];
            buffer = ByteBuffer.wrap(bytes);
        }
    }

    void add(long position, byte[] source, int offset, int length) {
        if (count == 0) {
            firstPosition = position;
        }
        ensureCapacity(Integer.BYTES + length);
        buffer.putInt(end, length);
        System.arraycopy(source, offset, bytes, end + Integer.BYTES, length);
        end += Integer.BYTES + length;
        count++;
    }

    /** Removes the last entry and returns the bytes it used. */
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

    private void ensureCapacity(int more) {
        // The padding after the last entry must fit as well.
        long needed = (long) end + more + BatchHeader.ALIGNMENT;
        if (needed <= bytes.length) {
            return;
        }
        if (needed > MAX_BYTES) {
            throw new IllegalStateException("a batch grew past " + MAX_BYTES + " bytes");
        }
        bytes = Arrays.copyOf(bytes, (int) Math.min(MAX_BYTES, Math.max(needed, 2L * bytes.length)));
        buffer = ByteBuffer.wrap(bytes);
    }

    /** The total number of bytes appended to this journal when the batch was flushed. */
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

    /** The whole batch with its header, padded with zeros, ready to be written. */
    ByteBuffer stamped(BatchHeader header) {
        int padded = paddedBytes();
        Arrays.fill(bytes, end, padded, (byte) 0);
        header.writeTo(buffer, 0);
        return buffer.clear().limit(padded);
    }
}
