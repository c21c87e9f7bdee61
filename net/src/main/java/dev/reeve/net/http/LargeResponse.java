package dev.reeve.net.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.TimeUnit;

/**
 * The content of a large response, which is passed to the channel in slices: as fast as the client reads, and for about a
 * millisecond at a time. HTTP loop only.
 */
final class LargeResponse implements SlicedResponse {
    /** Smaller content is sent in one piece. */
    static final int LARGE_BYTES = 256 * 1024;

    private static final int SLICE_BYTES = 64 * 1024;
    private static final long TURN_NANOS = 1_000_000;

    private final Channel channel;
    private final ByteBuf content;
    private final ChannelPromise sent;
    private final Runnable whenPassed;
    private boolean scheduled;
    private boolean passed;

    /** @param whenPassed runs when all of it has been passed to the channel */
    LargeResponse(Channel channel, ByteBuf content, Runnable whenPassed) {
        this.channel = channel;
        this.content = content;
        this.sent = channel.newPromise();
        this.whenPassed = whenPassed;
    }

    /** Completed when the client has been sent everything, or has disconnected. */
    ChannelFuture sent() {
        return sent;
    }

    @Override
    public void sendMore() {
        long beganNanos = System.nanoTime();
        while (!passed && !scheduled && channel.isWritable()) {
            sendSlice();
            if (!passed && System.nanoTime() - beganNanos >= TURN_NANOS) {
                scheduled = true;
                channel.eventLoop().schedule(this::nextTurn, 0, TimeUnit.NANOSECONDS);
            }
        }
    }

    private void nextTurn() {
        scheduled = false;
        sendMore();
    }

    private void sendSlice() {
        if (content.readableBytes() > SLICE_BYTES) {
            channel.writeAndFlush(
                    new DefaultHttpContent(content.readRetainedSlice(SLICE_BYTES)), channel.voidPromise());
            return;
        }
        passed = true;
        channel.writeAndFlush(new DefaultLastHttpContent(content), sent);
        whenPassed.run();
    }

    @Override
    public void abandon() {
        if (!passed) {
            passed = true;
            content.release();
            sent.tryFailure(new ClosedChannelException());
        }
    }
}
