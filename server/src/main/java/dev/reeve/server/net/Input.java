package dev.reeve.server.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;

/** What a session has received and not consumed yet. */
final class Input {
    private static final int WORTH_TRIMMING_BYTES = 4096;

    private ByteBuf buffer = Unpooled.EMPTY_BUFFER;

    ByteBuf buffer() {
        return buffer;
    }

    boolean isEmpty() {
        return !buffer.isReadable();
    }

    int size() {
        return buffer.readableBytes();
    }

    long heldBytes() {
        return buffer.capacity();
    }

    void add(ByteBufAllocator alloc, ByteBuf more) {
        if (isEmpty()) {
            release();
            buffer = more;
            return;
        }
        if (buffer.writableBytes() < more.readableBytes()) {
            // Doubling keeps many small arrivals from copying the whole each time.
            int capacity = Math.max(2 * buffer.readableBytes(), buffer.readableBytes() + more.readableBytes());
            replace(alloc.directBuffer(capacity));
        }
        buffer.writeBytes(more);
        more.release();
    }

    /** Gives back room that is not needed. */
    void trim() {
        if (isEmpty()) {
            release();
        } else if (buffer.capacity() > WORTH_TRIMMING_BYTES && buffer.readableBytes() < buffer.capacity() / 4) {
            replace(buffer.alloc().directBuffer(buffer.readableBytes()));
        }
    }

    private void replace(ByteBuf by) {
        by.writeBytes(buffer);
        buffer.release();
        buffer = by;
    }

    void release() {
        buffer.release();
        buffer = Unpooled.EMPTY_BUFFER;
    }
}
