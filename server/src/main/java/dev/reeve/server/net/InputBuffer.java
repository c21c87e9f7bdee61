package dev.reeve.server.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;

/** What a session has received, and what its protocol has not made a command of yet. */
final class InputBuffer {
    private static final int WORTH_TRIMMING_BYTES = 4096;

    private final Protocol protocol;
    private ByteBuf buffer = Unpooled.EMPTY_BUFFER;
    private boolean starved;
    private boolean endTold;

    InputBuffer(Protocol protocol) {
        this.protocol = protocol;
    }

    private boolean isEmpty() {
        return !buffer.isReadable();
    }

    /** Whether only more of it can bring the protocol on. */
    boolean isHungry() {
        return starved || isEmpty();
    }

    /** Has the protocol take the next command, or a step towards it. */
    void advance() {
        starved = !protocol.advance(buffer);
    }

    /** Tells the protocol that nothing more comes, once. */
    void tellEnd() {
        if (!endTold) {
            endTold = true;
            protocol.inputEnded();
        }
    }

    int size() {
        return buffer.readableBytes();
    }

    long heldBytes() {
        return buffer.capacity() + protocol.heldBytes();
    }

    void add(ByteBufAllocator alloc, ByteBuf more) {
        starved = false;
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

    /** The connection has gone. */
    void close() {
        release();
        protocol.closed();
    }
}
