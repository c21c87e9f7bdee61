package dev.reeve.server.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.unix.Socket;
import io.netty.channel.unix.UnixChannel;
import java.io.IOException;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Replies on their way out. Small pieces gather in one buffer; large payloads stay where they are, and are handed to the
 * channel, which copies them, only in pieces and only as fast as the client reads. While nothing waits in the channel,
 * what was gathered goes past it to the socket; the channel gets what the system did not take.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A failed write closes the channel, which the session hears of.
public final class ReplyBuffer {
    private static final int LEAST_GATHER_BYTES = 512;
    private static final int GATHER_LIMIT_BYTES = 32 * 1024;
    private static final int COPY_LIMIT_BYTES = 4 * 1024;
    private static final int PIECE_BYTES = 64 * 1024;

    private final Channel channel;
    private final @Nullable Socket socket;
    private final ArrayDeque<ByteBuf> queue = new ArrayDeque<>();
    private @Nullable ByteBuf open;
    private long queuedBytes;
    private int gatherBytes = LEAST_GATHER_BYTES;

    ReplyBuffer(Channel channel) {
        this.channel = channel;
        this.socket = channel instanceof UnixChannel unix && unix.fd() instanceof Socket its ? its : null;
    }

    /** Where small pieces go. To be asked for anew after {@link #payload}. */
    public ByteBuf buffer() {
        ByteBuf buffer = open;
        if (buffer != null && buffer.readableBytes() >= GATHER_LIMIT_BYTES) {
            close(buffer);
            buffer = null;
        }
        if (buffer == null) {
            buffer = channel.alloc().directBuffer(gatherBytes);
            open = buffer;
        }
        return buffer;
    }

    public void bytes(byte[] constant) {
        buffer().writeBytes(constant);
    }

    /** Bytes that nobody changes any more. */
    public void payload(byte[] bytes) {
        if (bytes.length <= COPY_LIMIT_BYTES) {
            buffer().writeBytes(bytes);
            return;
        }
        if (open != null) {
            close(open);
        }
        enqueue(Unpooled.wrappedBuffer(bytes));
    }

    private void close(ByteBuf buffer) {
        open = null;
        // The next turn of the same client is likely to be like this one.
        gatherBytes = Math.max(LEAST_GATHER_BYTES, Math.min(GATHER_LIMIT_BYTES, buffer.writerIndex()));
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

    /** Hands over as much as the channel takes, and sends it. */
    void flush() {
        if (open != null) {
            if (queue.isEmpty()) {
                sendPast(open);
            }
            close(open);
        }
        while (channel.isWritable() && handOver()) {
            if (!channel.isWritable()) {
                // Sending makes room at once as long as the client reads.
                channel.flush();
            }
        }
        if (pendingBytes() > 0) {
            channel.flush();
        }
    }

    /** Sends what the system takes at once, if nothing is before it: the channel's own way there is longer. */
    private void sendPast(ByteBuf buffer) {
        if (socket == null || !channel.isWritable() || pendingBytes() > 0 || !buffer.hasMemoryAddress()) {
            return;
        }
        try {
            int sent = socket.sendAddress(buffer.memoryAddress(), buffer.readerIndex(), buffer.writerIndex());
            buffer.skipBytes(sent);
        } catch (IOException lost) {
            // The channel comes upon it as well, and closes.
        }
    }

    private boolean handOver() {
        ByteBuf next = queue.peek();
        if (next == null) {
            return false;
        }
        if (next.readableBytes() <= PIECE_BYTES) {
            queuedBytes -= next.readableBytes();
            channel.write(queue.remove(), channel.voidPromise());
        } else {
            queuedBytes -= PIECE_BYTES;
            channel.write(next.readRetainedSlice(PIECE_BYTES), channel.voidPromise());
        }
        return true;
    }

    /** What the client has not been sent. */
    long unsentBytes() {
        long gathered = open == null ? 0 : open.readableBytes();
        return queuedBytes + gathered + pendingBytes();
    }

    /** What the channel has been given and has not sent. */
    private long pendingBytes() {
        ChannelOutboundBuffer pending = channel.unsafe().outboundBuffer();
        return pending == null ? 0 : pending.totalPendingWriteBytes();
    }

    /** Whether the channel has everything; it may not have sent it yet. */
    boolean allHandedOver() {
        return open == null && queue.isEmpty();
    }

    /** Gives up what was not handed over. */
    void release() {
        if (open != null) {
            open.release();
            open = null;
        }
        queue.forEach(ByteBuf::release);
        queue.clear();
        queuedBytes = 0;
    }
}
