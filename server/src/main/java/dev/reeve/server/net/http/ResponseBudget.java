package dev.reeve.server.net.http;

import io.vertx.core.Future;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers that their clients have not fetched yet. A large one is put into words only when there is room for those, and
 * so much at a time only that small ones need not wait long. While some wait for room, whoever has left an answer lying
 * for long is cut off; and at once whoever did so for longest, should all be too much nevertheless. On the HTTP loop.
 */
final class ResponseBudget {
    private static final Logger log = LoggerFactory.getLogger(ResponseBudget.class);
    private static final int SMALL_BYTES = 16 * 1024;
    private static final int TURN_BYTES = 1024 * 1024;
    private static final long PATIENCE_NANOS = 10_000_000_000L;

    /** One answer on its way; equal to itself only. */
    private static final class Parcel {
        final HttpConnection to;
        final int bytes;
        final long sinceNanos = System.nanoTime();

        Parcel(HttpConnection to, int bytes) {
            this.to = to;
            this.bytes = bytes;
        }
    }

    private record Waiting(long bytes, Runnable answer) {}

    private final long mostBytes;
    private final HttpRefusals refusals;
    private final Consumer<Runnable> soon;
    private final Set<Parcel> unsent = new LinkedHashSet<>();
    private final Queue<Waiting> waiting = new ArrayDeque<>();
    private long unsentBytes;
    private long turnBytes;
    private boolean turnEnds;

    /** @param soon runs a task on the HTTP loop, after other work */
    ResponseBudget(long mostBytes, HttpRefusals refusals, Consumer<Runnable> soon) {
        this.mostBytes = mostBytes;
        this.refusals = refusals;
        this.soon = soon;
    }

    /** Has an answer of about so many bytes put into words and sent, at once or when there is room. */
    void whenRoom(long bytes, Runnable answer) {
        if (bytes <= SMALL_BYTES) {
            answer.run();
            return;
        }
        waiting.add(new Waiting(bytes, answer));
        giveRoom();
    }

    private void giveRoom() {
        while (!waiting.isEmpty() && hasRoom(waiting.element().bytes)) {
            Waiting next = waiting.remove();
            turnBytes += next.bytes;
            next.answer.run();
        }
        if (turnBytes > 0 && !turnEnds) {
            turnEnds = true;
            soon.accept(this::nextTurn);
        }
    }

    private boolean hasRoom(long bytes) {
        return turnBytes < TURN_BYTES && (unsentBytes + bytes <= mostBytes || unsent.isEmpty());
    }

    private void nextTurn() {
        turnEnds = false;
        turnBytes = 0;
        giveRoom();
    }

    /** An answer of so many bytes is on its way, until the future is done. */
    void sending(HttpServerRequest request, int bytes, Future<Void> sent) {
        if (bytes == 0 || sent.isComplete()) {
            return;
        }
        Parcel parcel = new Parcel(request.connection(), bytes);
        unsent.add(parcel);
        unsentBytes += bytes;
        sent.onComplete(done -> {
            remove(parcel);
            giveRoom();
        });
        while (unsentBytes > mostBytes && unsent.size() > 1) {
            cut(unsent.iterator().next());
        }
    }

    private void remove(Parcel parcel) {
        if (unsent.remove(parcel)) {
            unsentBytes -= parcel.bytes;
        }
    }

    /** Cuts off who has left an answer lying for long, if others wait for that. To be called now and then. */
    void checkAges() {
        if (!waiting.isEmpty()) {
            long now = System.nanoTime();
            List<Parcel> old = new ArrayList<>(unsent);
            old.removeIf(parcel -> now - parcel.sinceNanos < PATIENCE_NANOS);
            old.forEach(this::cut);
            giveRoom();
        }
    }

    /** Drops what is on its way; a mere close waits until the client has fetched it. */
    @SuppressWarnings("FutureReturnValueIgnored") // The connection hears of its end.
    private void cut(Parcel parcel) {
        refusals.unread();
        log.debug("http: cutting off {}, which has not fetched {} bytes", parcel.to.remoteAddress(), parcel.bytes);
        remove(parcel);
        if (parcel.to instanceof ConnectionBase open) {
            open.channelHandlerContext().close();
        } else {
            parcel.to.close();
        }
    }
}
