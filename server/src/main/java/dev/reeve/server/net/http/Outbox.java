package dev.reeve.server.net.http;

import io.vertx.core.Future;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.LinkedHashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers that their clients have not fetched yet. When they are too much together, whoever has left one lying for longest
 * is cut off. On the HTTP loop.
 */
final class Outbox {
    private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);

    /** One answer on its way; equal to itself only. */
    private static final class Parcel {
        final HttpConnection to;
        final int bytes;

        Parcel(HttpConnection to, int bytes) {
            this.to = to;
            this.bytes = bytes;
        }
    }

    private final long mostBytes;
    private final Set<Parcel> unsent = new LinkedHashSet<>();
    private long unsentBytes;

    Outbox(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** An answer of so many bytes is on its way, until the future is done. */
    void sending(HttpServerRequest request, int bytes, Future<Void> sent) {
        if (bytes == 0 || sent.isComplete()) {
            return;
        }
        Parcel parcel = new Parcel(request.connection(), bytes);
        unsent.add(parcel);
        unsentBytes += bytes;
        sent.onComplete(done -> remove(parcel));
        cutBeyondLimit();
    }

    private void remove(Parcel parcel) {
        if (unsent.remove(parcel)) {
            unsentBytes -= parcel.bytes;
        }
    }

    private void cutBeyondLimit() {
        while (unsentBytes > mostBytes && unsent.size() > 1) {
            Parcel parcel = unsent.iterator().next();
            LOG.warn(
                    "http: cutting off {}, which has not fetched {} bytes, while the server is short of room",
                    parcel.to.remoteAddress(),
                    parcel.bytes);
            remove(parcel);
            cut(parcel.to);
        }
    }

    /** Drops what is on its way; a mere close waits until the client has fetched it. */
    @SuppressWarnings("FutureReturnValueIgnored") // The connection hears of its end.
    private static void cut(HttpConnection connection) {
        if (connection instanceof ConnectionBase open) {
            open.channelHandlerContext().close();
        } else {
            connection.close();
        }
    }
}
