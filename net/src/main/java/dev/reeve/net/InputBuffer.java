package dev.reeve.net;

import dev.reeve.node.Requests;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;

/** The received bytes of a session that its protocol has not decoded into a command yet. */
final class InputBuffer {
    private static final int WORTH_TRIMMING_BYTES = 4096;

    private final Protocol protocol;
    private ByteBuf buffer = Unpooled.EMPTY_BUFFER;
    private boolean needsMore;
    private long keptBytes;
    private long bufferedBytes;
    private boolean endSignalled;

    InputBuffer(Protocol protocol) {
        this.protocol = protocol;
    }

    private boolean isEmpty() {
        return !buffer.isReadable();
    }

    /** Whether the protocol can make progress only after more input. */
    boolean needsInput() {
        return needsMore || isEmpty();
    }

    /** Whether the client waits for messages that it subscribed to. */
    boolean awaitsPushes() {
        return protocol.awaitsPushes();
    }

    /** Lets the protocol decode and start the next command, or a part of it. */
    void advance() {
        needsMore = !protocol.advance(buffer);
    }

    /** Passes the node, as the client reaches it from now on, to the protocol. */
    void reaches(Requests node) {
        protocol.reaches(node);
    }

    /** Signals the end of input to the protocol, once. */
    void signalEnd() {
        if (!endSignalled) {
            endSignalled = true;
            protocol.inputEnded();
        }
    }

    int size() {
        return buffer.readableBytes();
    }

    /** The received bytes in memory, as of the last {@link #trim}. */
    long bufferedBytes() {
        return bufferedBytes;
    }

    void add(ByteBufAllocator alloc, ByteBuf more) {
        needsMore = false;
        if (isEmpty()) {
            release();
            buffer = more;
            return;
        }
        if (buffer.writableBytes() < more.readableBytes()) {
            // Doubling the capacity avoids copying the whole buffer for every small read.
            int capacity = Math.max(2 * buffer.readableBytes(), buffer.readableBytes() + more.readableBytes());
            replace(alloc.directBuffer(capacity));
        }
        buffer.writeBytes(more);
        more.release();
    }

    /** Ends a turn: releases unused capacity, and measures the rest. */
    void trim() {
        if (isEmpty()) {
            release();
        } else if (buffer.capacity() > WORTH_TRIMMING_BYTES && buffer.readableBytes() < buffer.capacity() / 4) {
            replace(buffer.alloc().directBuffer(buffer.readableBytes()));
        }
        bufferedBytes = buffer.capacity() + keptBytes + (needsMore ? protocol.heldBytes() : 0);
    }

    /** Sets the bytes that the protocol keeps of complete commands. */
    void keptBytes(long bytes) {
        keptBytes = bytes;
    }

    private void replace(ByteBuf replacement) {
        replacement.writeBytes(buffer);
        buffer.release();
        buffer = replacement;
    }

    void release() {
        buffer.release();
        buffer = Unpooled.EMPTY_BUFFER;
        bufferedBytes = 0;
    }

    /** Called when the connection is closed. */
    void close() {
        release();
        protocol.closed();
    }
}
