package dev.reeve.journal.local;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Writes any number of bytes at any offset to a file that takes whole blocks from aligned memory only, as one that is written past the page cache.
 *
 * <p>The block in which a write ends is filled up with zeros, and the next write writes it again, with the same bytes at its beginning: what the page cache
 * does too. So bytes after the end of a write do not last. The size of the file is a multiple of the block.
 */
final class BlockFile implements DiskFile {
    static final int BLOCK_BYTES = 4096;
    private static final int BUFFER_BYTES = 256 << 10;
    private static final byte[] ZEROS = new byte[BLOCK_BYTES];

    private final DiskFile blocks;
    private final ByteBuffer buffer;
    /** The bytes of the last block that were written, up to {@link #end}. */
    private final byte[] begun = new byte[BLOCK_BYTES];
    /** Where the last write ended; -1 if that is not known. */
    private long end = -1;

    /** @param buffer from {@link #newBuffer}; other files may use it too, but for the time of a write */
    BlockFile(DiskFile blocks, ByteBuffer buffer) {
        this.blocks = blocks;
        this.buffer = buffer;
    }

    static ByteBuffer newBuffer() {
        return ByteBuffer.allocateDirect(BUFFER_BYTES + BLOCK_BYTES)
                .alignedSlice(BLOCK_BYTES)
                .slice(0, BUFFER_BYTES);
    }

    @Override
    public long size() throws IOException {
        return blocks.size();
    }

    @Override
    public int read(ByteBuffer into, long offset) throws IOException {
        synchronized (buffer) {
            long from = loadBlock(offset);
            int available = (int) Math.max(0, buffer.limit() - (offset - from));
            int count = Math.min(into.remaining(), available);
            into.put(buffer.slice((int) (offset - from), count));
            return count == 0 && available == 0 ? -1 : count;
        }
    }

    @Override
    public int write(ByteBuffer bytes, long offset) throws IOException {
        synchronized (buffer) {
            long from = begin(offset);
            int count = Math.min(bytes.remaining(), buffer.remaining());
            buffer.put(bytes.slice(bytes.position(), count));
            int limit = buffer.position();
            buffer.put(ZEROS, 0, -limit & (BLOCK_BYTES - 1));
            end = -1;
            blocks.writeFully(buffer.flip(), from);
            int left = limit % BLOCK_BYTES;
            buffer.get(limit - left, begun, 0, left);
            end = offset + count;
            bytes.position(bytes.position() + count);
            return count;
        }
    }

    /** Puts the bytes of the block before the offset into the buffer, and returns where the block begins. */
    private long begin(long offset) throws IOException {
        if (offset != end) {
            long from = loadBlock(offset);
            buffer.limit(buffer.capacity()).position((int) (offset - from));
            return from;
        }
        int before = (int) (offset % BLOCK_BYTES);
        buffer.clear().put(begun, 0, before);
        return offset - before;
    }

    /** Reads the block with this offset into the buffer, and returns where the block begins. */
    private long loadBlock(long offset) throws IOException {
        long from = offset - offset % BLOCK_BYTES;
        blocks.readFully(buffer.clear().limit(BLOCK_BYTES), from);
        return from;
    }

    @Override
    public void sync() throws IOException {
        blocks.sync();
    }

    @Override
    public void close() throws IOException {
        blocks.close();
    }
}
