package dev.reeve.net;

import dev.reeve.net.tls.Tls;
import dev.reeve.tally.DoorTally;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertificateException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The TLS of one listening socket: puts TLS in front of the handlers of its protocol, and counts handshakes. */
public final class TlsListener {
    private static final Logger log = LoggerFactory.getLogger(TlsListener.class);
    private static final String NO_CERTIFICATE = "Empty client certificate chain";

    private final Tls tls;
    private final Function<Channel, SslHandler> handlers;
    private final Consumer<ChannelPipeline> protocol;
    private final Counts counts;

    /**
     * Where the handshakes of a door are counted.
     *
     * @param owner runs what changes the counters, on the thread that they belong to
     * @param tally the counters of the door; null if nothing is counted
     */
    public record Counts(
            String door,
            Executor owner,
            RefusalLog refusals,
            @Nullable DoorTally tally) {
        /** Counters that belong to the thread of the connections. */
        public Counts(String door, RefusalLog refusals, @Nullable DoorTally tally) {
            this(door, Runnable::run, refusals, tally);
        }
    }

    private TlsListener(
            Tls tls, Function<Channel, SslHandler> handlers, Consumer<ChannelPipeline> protocol, Counts counts) {
        this.tls = tls;
        this.handlers = handlers;
        this.protocol = protocol;
        this.counts = counts;
    }

    /** @param protocol adds the handlers of the protocol to the pipeline of a connection whose handshake is finished */
    static TlsListener forTcp(Tls tls, Consumer<ChannelPipeline> protocol, Counts counts) {
        return new TlsListener(tls, tls::forTcp, protocol, counts);
    }

    /** As {@link #forTcp}, for HTTP. */
    public static TlsListener forHttp(Tls tls, Consumer<ChannelPipeline> protocol, Counts counts) {
        return new TlsListener(tls, tls::forHttp, protocol, counts);
    }

    /** Starts the handshake of an accepted connection. */
    public void accept(ChannelPipeline connection) {
        connection.addLast(
                new HandshakeInput(), handlers.apply(connection.channel()), new TlsConnection(this, tls.handshakes()));
    }

    void serve(ChannelPipeline connection) {
        count(true);
        protocol.accept(connection);
    }

    /** @param abandoned whether the server has closed the connection because too many handshakes were unfinished */
    void failed(Throwable cause, boolean abandoned) {
        count(false);
        log.debug("{}: a TLS handshake failed", counts.door, cause);
        RefusalKind kind = abandoned ? RefusalKind.TOO_MANY_HANDSHAKES : kind(cause);
        if (kind != null) {
            counts.owner.execute(() -> counts.refusals.refused(counts.door, kind));
        }
    }

    /** The class of the failure; null if the client has just gone. */
    private static @Nullable RefusalKind kind(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ClosedChannelException) {
                return null;
            }
            if (cause instanceof NotSslRecordException) {
                return RefusalKind.PLAIN_TEXT;
            }
            if (cause instanceof SslHandshakeTimeoutException) {
                return RefusalKind.SLOW_HANDSHAKE;
            }
            if (cause instanceof RejectedExecutionException) {
                return RefusalKind.TOO_MANY_HANDSHAKES;
            }
            if (cause instanceof CertificateException
                    || String.valueOf(cause.getMessage()).contains(NO_CERTIFICATE)) {
                return RefusalKind.CLIENT_CERTIFICATE;
            }
        }
        return RefusalKind.HANDSHAKE;
    }

    private void count(boolean finished) {
        DoorTally tally = counts.tally;
        if (tally != null) {
            counts.owner.execute(() -> tally.handshake(finished));
        }
    }
}
