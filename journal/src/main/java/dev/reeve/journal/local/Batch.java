package dev.reeve.journal.local;

import dev.reeve.journal.local.BatchHeader.Content;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A buffer of entries to be written: space for the header, then each entry preceded by its length. Of large entries it has the length, and refers
 * to the bytes. The loop thread fills it and then a thread writes it, never at the same time. It is reused, and shrinks again after a large batch.
 */
final class Batch {
    private static final int INITIAL_BYTES = 64 << 10;
    private static final int MAX_RETAINED_BYTES = 4 << 20;
    private static final int MAX_BYTES = 1 << 30;
    private static final int GATHER_BYTES = 256 << 10;

    /**
     * A part of a large entry.
     *
     * @param at where it belongs: after this many bytes of the buffer
     * @param entry the number of its entry in the batch, from 0
     */
    private record Piece(int at, int entry, ByteBuffer bytes) {}

    private byte[] bytes = new byte[INITIAL_BYTES];
    private ByteBuffer buffer = ByteBuffer.wrap(bytes);
    private int end = BatchHeader.BYTES;
    private final List<Piece> pieces = new ArrayList<>();
    private int piecesBytes;
    private @Nullable ByteBuffer gathered;
    private int count;
    private long firstPosition;
    private long appendedBytes;

    boolean isEmpty() {
        return count == 0;
    }

    void clear() {
        end = BatchHeader.BYTES;
        count = 0;
        forgetPieces();
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

    /** Adds an entry that consists of these pieces, and returns its length. */
    int add(long position, List<ByteBuffer> entry) {
        int length = entry.stream().mapToInt(ByteBuffer::remaining).reduce(0, Math::addExact);
        ensureCapacity(Integer.BYTES, length);
        if (count == 0) {
            firstPosition = position;
        }
        buffer.putInt(end, length);
        end += Integer.BYTES;
        for (ByteBuffer piece : entry) {
            pieces.add(new Piece(end, count, piece));
        }
        piecesBytes += length;
        count++;
        return length;
    }

    /** Removes the last entry and returns the bytes it used. */
    int removeLast() {
        int last = count - 1;
        int before = contentBytes();
        while (!pieces.isEmpty() && pieces.get(pieces.size() - 1).entry == last) {
            piecesBytes -= pieces.remove(pieces.size() - 1).bytes.remaining();
        }
        end = endOf(last);
        count = last;
        return before - contentBytes();
    }

    /** Where so many entries end in the buffer. */
    private int endOf(int entries) {
        int at = BatchHeader.BYTES;
        int nextPiece = 0;
        for (int i = 0; i < entries; i++) {
            boolean isLarge = false;
            while (nextPiece < pieces.size() && pieces.get(nextPiece).entry == i) {
                isLarge = true;
                nextPiece++;
            }
            at += Integer.BYTES + (isLarge ? 0 : buffer.getInt(at));
        }
        return at;
    }

    private int contentBytes() {
        return end - BatchHeader.BYTES + piecesBytes;
    }

    /** Large entries that have been written need not be remembered. */
    void forgetPieces() {
        pieces.clear();
        piecesBytes = 0;
    }

    private void ensureCapacity(int more) {
        ensureCapacity(more, 0);
    }

    /** Throws if the batch would have too many bytes with so many more in the buffer and elsewhere. */
    private void ensureCapacity(int more, int elsewhere) {
        // The padding after the last entry must fit as well.
        long needed = (long) end + more + BatchHeader.ALIGNMENT;
        if (needed + piecesBytes + elsewhere > MAX_BYTES) {
            throw new IllegalStateException("a batch grew past " + MAX_BYTES + " bytes");
        }
        if (needed <= bytes.length) {
            return;
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
        return BatchHeader.paddedBytes(contentBytes());
    }

    Content content(CRC32C crc) {
        crc.reset();
        int from = BatchHeader.BYTES;
        for (Piece piece : pieces) {
            crc.update(bytes, from, piece.at - from);
            crc.update(piece.bytes.duplicate());
            from = piece.at;
        }
        crc.update(bytes, from, end - from);
        return new Content(firstPosition, count, contentBytes(), (int) crc.getValue());
    }

    /** Writes the batch with its header, padded with zeros. */
    void writeTo(DiskFile file, long offset, BatchHeader header) throws IOException {
        int padding = paddedBytes() - BatchHeader.BYTES - contentBytes();
        Arrays.fill(bytes, end, end + padding, (byte) 0);
        header.writeTo(buffer, 0);
        if (pieces.isEmpty()) {
            file.writeFully(buffer.clear().limit(end + padding), offset);
        } else {
            gather(file, offset, end + padding);
        }
    }

    /** Writes the bytes of the buffer and the pieces between them, many at a time. */
    private void gather(DiskFile file, long offset, int limit) throws IOException {
        ByteBuffer to = gathered == null ? ByteBuffer.allocateDirect(GATHER_BYTES) : gathered.clear();
        gathered = to;
        long at = offset;
        int from = 0;
        for (Piece piece : pieces) {
            at = put(to, buffer.clear().position(from).limit(piece.at), file, at);
            at = put(to, piece.bytes.duplicate(), file, at);
            from = piece.at;
        }
        at = put(to, buffer.clear().position(from).limit(limit), file, at);
        file.writeFully(to.flip(), at);
    }

    /** Adds the bytes to those that are gathered for this place of the file, and writes these whenever they are enough. */
    private static long put(ByteBuffer gathered, ByteBuffer source, DiskFile file, long offset) throws IOException {
        long at = offset;
        while (source.hasRemaining()) {
            int count = Math.min(source.remaining(), gathered.remaining());
            gathered.put(source.slice(source.position(), count));
            source.position(source.position() + count);
            if (!gathered.hasRemaining()) {
                file.writeFully(gathered.flip(), at);
                at += gathered.position();
                gathered.clear();
            }
        }
        return at;
    }
}
