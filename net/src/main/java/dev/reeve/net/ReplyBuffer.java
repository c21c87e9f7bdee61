package dev.reeve.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.unix.Socket;
import io.netty.channel.unix.UnixChannel;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Output buffer of a session. Small pieces are gathered in one buffer. Large payloads are not copied; they are passed
 * to the channel in slices, only as fast as the client reads. While the channel has no pending writes and its pipeline
 * no handler besides the session, gathered bytes are sent directly to the socket, and only the rest goes through the
 * channel.
 *
 * <p>Invariant: bytes reach the socket in the order in which they were appended, and pass every other handler of the
 * pipeline.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A failed write closes the channel, which calls channelInactive.
public final class ReplyBuffer {
    private static final int MIN_GATHER_BYTES = 512;
    private static final int MAX_GATHER_BYTES = 32 * 1024;
    private static final int COPY_LIMIT_BYTES = 4 * 1024;
    private static final int SLICE_BYTES = 64 * 1024;

    private final Channel channel;
    private final @Nullable Socket socket;
    private final ArrayDeque<ByteBuf> queue = new ArrayDeque<>();
    private @Nullable ByteBuf current;
    private long queuedBytes;
    private int gatherBytes = MIN_GATHER_BYTES;

    ReplyBuffer(Channel channel) {
        this.channel = channel;
        this.socket = channel instanceof UnixChannel unix && unix.fd() instanceof Socket fdSocket ? fdSocket : null;
    }

    /** The buffer for small pieces. To be fetched again after {@link #payload}. */
    public ByteBuf buffer() {
        ByteBuf buffer = current;
        if (buffer != null && buffer.readableBytes() >= MAX_GATHER_BYTES) {
            close(buffer);
            buffer = null;
        }
        if (buffer == null) {
            buffer = channel.alloc().directBuffer(gatherBytes);
            current = buffer;
        }
        return buffer;
    }

    public void bytes(byte[] constant) {
        buffer().writeBytes(constant);
    }

    /** Appends a payload that must not change any more. */
    public void payload(byte[] bytes) {
        if (bytes.length <= COPY_LIMIT_BYTES) {
            buffer().writeBytes(bytes);
            return;
        }
        if (current != null) {
            close(current);
        }
        enqueue(Unpooled.wrappedBuffer(bytes));
    }

    private void close(ByteBuf buffer) {
        current = null;
        // The next turn of the same client is likely to need a similar size.
        gatherBytes = Math.max(MIN_GATHER_BYTES, Math.min(MAX_GATHER_BYTES, buffer.writerIndex()));
        if (buffer.isReadable()) {
            enqueue(buffer);
        } else {
            buffer.release();
        }
    }

    private void enqueue(ByteBuf buffer) {
        queuedBytes += buffer.readableBytes();
        queue.add(buffer);
    }

    /** Passes as much to the channel as its write buffer permits, and flushes the channel. */
    void flush() {
        flush(() -> false);
    }

    /**
     * As {@link #flush()}, but ends early if it takes too long: a client that reads quickly could be sent very much at once.
     *
     * @param enough whether others should come first; asked after each part
     * @return whether the channel would take more
     */
    boolean flush(BooleanSupplier enough) {
        if (current != null) {
            if (queue.isEmpty()) {
                sendDirect(current);
            }
            close(current);
        }
        while (channel.isWritable() && writeNextToChannel()) {
            if (!channel.isWritable()) {
                // A flush frees the write buffer at once as long as the client reads.
                channel.flush();
                if (enough.getAsBoolean()) {
                    break;
                }
            }
        }
        if (pendingBytes() > 0) {
            channel.flush();
        }
        return channel.isWritable() && !queue.isEmpty();
    }

    /**
     * Sends directly what the socket accepts, if nothing is queued before it. This path is shorter than the path
     * through the channel.
     */
    private void sendDirect(ByteBuf buffer) {
        if (socket == null || !channel.isWritable() || pendingBytes() > 0 || !buffer.hasMemoryAddress()) {
            return;
        }
        if (hasOtherHandlers()) {
            return;
        }
        try {
            int sent = socket.sendAddress(buffer.memoryAddress(), buffer.readerIndex(), buffer.writerIndex());
            buffer.skipBytes(sent);
        } catch (IOException lost) {
            // The channel detects the error as well, and closes.
        }
    }

    /** Whether the pipeline has a handler besides the session, such as one that encrypts. */
    private boolean hasOtherHandlers() {
        ChannelPipeline pipeline = channel.pipeline();
        return pipeline.firstContext() != pipeline.lastContext();
    }

    private boolean writeNextToChannel() {
        ByteBuf next = queue.peek();
        if (next == null) {
            return false;
        }
        if (next.readableBytes() <= SLICE_BYTES) {
            queuedBytes -= next.readableBytes();
            channel.write(queue.remove(), channel.voidPromise());
        } else {
            queuedBytes -= SLICE_BYTES;
            channel.write(next.readRetainedSlice(SLICE_BYTES), channel.voidPromise());
        }
        return true;
    }

    /** The bytes that have not been sent to the client. */
    long unsentBytes() {
        long gathered = current == null ? 0 : current.readableBytes();
        return queuedBytes + gathered + pendingBytes();
    }

    /** The bytes that were passed to the channel and not sent. */
    private long pendingBytes() {
        ChannelOutboundBuffer pending = channel.unsafe().outboundBuffer();
        return pending == null ? 0 : pending.totalPendingWriteBytes();
    }

    /** Whether everything was passed to the channel; it may not be sent yet. */
    boolean allPassedToChannel() {
        return current == null && queue.isEmpty();
    }

    /** Releases all buffers that were not passed to the channel. */
    void release() {
        if (current != null) {
            current.release();
            current = null;
        }
        queue.forEach(ByteBuf::release);
        queue.clear();
        queuedBytes = 0;
    }
}
