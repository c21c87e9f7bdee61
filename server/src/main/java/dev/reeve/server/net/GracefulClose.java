package dev.reeve.server.net;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.socket.DuplexChannel;
import java.util.concurrent.TimeUnit;

/**
 * The end of a session whose last reply has been handed to the channel. A socket closed while the client still sends is
 * reset, and the reset can overtake the last reply. So the sending side is closed first, and what comes in is thrown away
 * until the client has closed its side too or has had time enough to read the reply.
 */
@SuppressWarnings("FutureReturnValueIgnored") // The session hears of the closing, however it comes about.
final class GracefulClose {
    private static final long LINGER_MILLIS = 5_000;
    /** Clients that idle in a pool do not notice that the server stops, and it should not wait for them. */
    private static final long LINGER_AT_STOP_MILLIS = 200;

    private final Channel channel;
    private final long lingerMillis;
    private boolean inputEnded;

    GracefulClose(Channel channel, boolean stopping, boolean inputEnded) {
        this.channel = channel;
        this.lingerMillis = stopping ? LINGER_AT_STOP_MILLIS : LINGER_MILLIS;
        this.inputEnded = inputEnded;
    }

    void begin() {
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(sent -> sent());
    }

    private void sent() {
        if (inputEnded || !channel.isActive()) {
            channel.close();
            return;
        }
        ((DuplexChannel) channel).shutdownOutput().addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
        channel.eventLoop().schedule(() -> channel.close(), lingerMillis, TimeUnit.MILLISECONDS);
    }

    void inputEnded() {
        inputEnded = true;
        // If the last reply is still on its way, its sending closes the connection.
        if (((DuplexChannel) channel).isOutputShutdown()) {
            channel.close();
        }
    }
}
