package dev.reeve.net;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import java.util.concurrent.TimeUnit;

/**
 * Closing sequence of a session whose last reply has been passed to the channel. Closing a socket while the client
 * still sends causes a reset, and the reset can overtake the last reply. Therefore the output is shut down first
 * (half-close), and input is discarded until the client closes its side or the linger time is over.
 */
@SuppressWarnings("FutureReturnValueIgnored") // channelInactive reports every close to the session.
final class GracefulClose {
    private static final long LINGER_MILLIS = 5_000;
    /**
     * Idle clients of a connection pool do not notice the half-close, and a stopping server should not wait for them.
     */
    private static final long LINGER_AT_STOP_MILLIS = 200;

    private final Channel channel;
    private final long lingerMillis;
    private boolean inputEnded;
    private boolean outputEnded;

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
        TlsConnection.endOutput(channel).addListener(ended -> outputEnded(ended.isSuccess()));
        channel.eventLoop().schedule(() -> channel.close(), lingerMillis, TimeUnit.MILLISECONDS);
    }

    private void outputEnded(boolean orderly) {
        outputEnded = true;
        if (inputEnded || !orderly) {
            channel.close();
        }
    }

    void inputEnded() {
        inputEnded = true;
        // If the last reply is not sent yet, or the end of the output, the connection is closed after that.
        if (outputEnded) {
            channel.close();
        }
    }
}
