package dev.reeve.net;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs that connections cannot be accepted, at most once in a while. It stands behind Netty's acceptor, which pauses for
 * a second after a failure, so that a lack of file descriptors does not keep the loop busy.
 */
final class AcceptFailureLog extends ChannelInboundHandlerAdapter {
    private static final Logger log = LoggerFactory.getLogger(AcceptFailureLog.class);
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private long nextNanos = System.nanoTime();

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        long now = System.nanoTime();
        if (now - nextNanos >= 0) {
            nextNanos = now + PAUSE_NANOS;
            log.warn(
                    "cannot accept connections on {}, will retry: {}",
                    context.channel().localAddress(),
                    cause.toString());
        }
    }
}
