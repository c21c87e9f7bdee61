package dev.reeve.net.http;

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
 * Memory budget of all responses that clients have not read. A large response is encoded only when the budget allows
 * it, and one turn encodes a bounded number of bytes, so that small responses are served soon. While responses wait for
 * budget, clients that have not read a response for a long time are disconnected. If the budget is exceeded all the
 * same, the client with the oldest unread response is disconnected at once. HTTP loop only.
 */
final class ResponseBudget {
    private static final Logger log = LoggerFactory.getLogger(ResponseBudget.class);
    private static final int SMALL_BYTES = 16 * 1024;
    private static final int BYTES_PER_TURN = 1024 * 1024;
    private static final long STALL_TIMEOUT_NANOS = 10_000_000_000L;

    /** A response that is being sent; compared by identity. */
    private static final class UnsentResponse {
        final HttpConnection connection;
        final int bytes;
        final long sinceNanos = System.nanoTime();

        UnsentResponse(HttpConnection connection, int bytes) {
            this.connection = connection;
            this.bytes = bytes;
        }
    }

    private record QueuedResponse(long bytes, Runnable answer) {}

    private final long maxBytes;
    private final HttpRefusals refusals;
    private final Consumer<Runnable> scheduler;
    private final Set<UnsentResponse> unsent = new LinkedHashSet<>();
    private final Queue<QueuedResponse> queued = new ArrayDeque<>();
    private long unsentBytes;
    private long turnBytes;
    private boolean turnEndScheduled;

    /** @param scheduler runs a task on the HTTP loop, after other work */
    ResponseBudget(long maxBytes, HttpRefusals refusals, Consumer<Runnable> scheduler) {
        this.maxBytes = maxBytes;
        this.refusals = refusals;
        this.scheduler = scheduler;
    }

    /** Encodes and sends a response of about this size, at once or when the budget allows it. */
    void whenBudgetAllows(long bytes, Runnable answer) {
        if (bytes <= SMALL_BYTES) {
            answer.run();
            return;
        }
        queued.add(new QueuedResponse(bytes, answer));
        sendQueued();
    }

    private void sendQueued() {
        while (!queued.isEmpty() && fits(queued.element().bytes)) {
            QueuedResponse next = queued.remove();
            turnBytes += next.bytes;
            next.answer.run();
        }
        if (turnBytes > 0 && !turnEndScheduled) {
            turnEndScheduled = true;
            scheduler.accept(this::beginTurn);
        }
    }

    private boolean fits(long bytes) {
        return turnBytes < BYTES_PER_TURN && (unsentBytes + bytes <= maxBytes || unsent.isEmpty());
    }

    private void beginTurn() {
        turnEndScheduled = false;
        turnBytes = 0;
        sendQueued();
    }

    /** Accounts a response that is being sent, until the future is completed. */
    void sending(HttpServerRequest request, int bytes, Future<Void> sent) {
        if (bytes == 0 || sent.isComplete()) {
            return;
        }
        UnsentResponse response = new UnsentResponse(request.connection(), bytes);
        unsent.add(response);
        unsentBytes += bytes;
        sent.onComplete(done -> {
            remove(response);
            sendQueued();
        });
        while (unsentBytes > maxBytes && unsent.size() > 1) {
            disconnect(unsent.iterator().next());
        }
    }

    private void remove(UnsentResponse response) {
        if (unsent.remove(response)) {
            unsentBytes -= response.bytes;
        }
    }

    /**
     * Disconnects clients that have not read a response for a long time, if other responses wait for budget. To be
     * called periodically.
     */
    void checkAges() {
        if (!queued.isEmpty()) {
            long now = System.nanoTime();
            List<UnsentResponse> old = new ArrayList<>(unsent);
            old.removeIf(response -> now - response.sinceNanos < STALL_TIMEOUT_NANOS);
            old.forEach(this::disconnect);
            sendQueued();
        }
    }

    /** Closes the connection and drops the response. A plain close would wait until the client has read it. */
    @SuppressWarnings("FutureReturnValueIgnored") // The close handler of the connection is called.
    private void disconnect(UnsentResponse response) {
        refusals.unread();
        log.debug("http: disconnecting {}: {} bytes not read", response.connection.remoteAddress(), response.bytes);
        remove(response);
        if (response.connection instanceof ConnectionBase open) {
            open.channelHandlerContext().close();
        } else {
            response.connection.close();
        }
    }
}
