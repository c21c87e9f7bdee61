package dev.reeve.journal;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * Orders entries and makes them durable. Positions number the entries from 1 over the life of the data directory.
 *
 * <p>Methods are for the loop thread, unless stated otherwise. Entries up to {@link #mayApply} may change the state.
 * The outcome of entries up to {@link #mayReply} may be published.
 */
public interface Journal extends Storage {
    /** Copies an entry into the open batch and returns its position, which is the last position plus 1. */
    long append(byte[] bytes, int offset, int length);

    /**
     * As {@link #append(byte[], int, int)}, for a large entry. The journal need not copy the pieces, so nobody may change them
     * any more.
     */
    default long append(List<ByteBuffer> pieces) {
        ByteBuffer all = ByteBuffer.allocate(
                pieces.stream().mapToInt(ByteBuffer::remaining).sum());
        pieces.forEach(piece -> all.put(piece.duplicate()));
        return append(all.array(), 0, all.capacity());
    }

    /**
     * Removes the entry at {@code position}, which must be the last appended one, from the open batch.
     *
     * @return false if its batch has been flushed already, or {@code position} is not the last one
     */
    boolean cut(long position);

    /** Entries up to here may be applied. */
    long mayApply();

    /** Writes and syncs all appended entries, marks the end and unlocks the data directory. Blocks. */
    @Override
    void close();
}
