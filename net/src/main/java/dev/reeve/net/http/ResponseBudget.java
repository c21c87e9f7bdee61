package dev.reeve.net.http;

import dev.reeve.net.ByteQuota;
import dev.reeve.net.MemoryBudget;
import dev.reeve.net.RefusalKind;
import dev.reeve.net.RefusalLog;
import io.netty.channel.ChannelFuture;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The responses' part of the {@link MemoryBudget}: those that clients have not read, and those that wait to be encoded. A
 * large response is encoded only when the budget allows it, and one turn encodes a bounded number of bytes, so that
 * small responses are served soon. While responses wait for budget, clients that have not read a response for a long
 * time are disconnected. If the budget is exceeded all the same, and HTTP uses more than its share, the client with the
 * oldest unread response is disconnected at once. HTTP loop only.
 */
final class ResponseBudget {
    private static final Logger log = LoggerFactory.getLogger(ResponseBudget.class);
    private static final int SMALL_BYTES = 16 * 1024;
    private static final int BYTES_PER_TURN = 1024 * 1024;
    private static final long STALL_TIMEOUT_NANOS = 10_000_000_000L;

    /** A response that is being sent. No two are equal, because their futures differ. */
    private record UnsentResponse(ChannelFuture sent, int bytes, long sinceNanos) {}

    private record QueuedResponse(long bytes, Runnable answer) {}

    private final ByteQuota pending;
    private final ByteQuota encoded;
    private final ByteQuota.Waiter lessEncoded;
    private final RefusalLog refusals;
    private final Consumer<Runnable> scheduler;
    private final Set<UnsentResponse> unsent = new LinkedHashSet<>();
    private final Queue<QueuedResponse> queued = new ArrayDeque<>();
    private long unsentBytes;
    private long reservedBytes;
    private long turnBytes;
    private boolean turnEndScheduled;
    private boolean sendingQueued;

    /**
     * Creates the budget.
     *
     * @param loop runs a task on the HTTP loop, soon; any thread
     * @param scheduler runs a task on the HTTP loop, after other work
     */
    ResponseBudget(MemoryBudget budget, RefusalLog refusals, Executor loop, Consumer<Runnable> scheduler) {
        this.pending = budget.unsent();
        this.encoded = budget.encoded();
        this.lessEncoded = encoded.waiter(() -> loop.execute(this::sendQueued));
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
        pending.add(bytes);
        sendQueued();
    }

    private void sendQueued() {
        if (sendingQueued) {
            // Called while a response is sent; the caller goes on with the queue.
            return;
        }
        sendingQueued = true;
        try {
            while (!queued.isEmpty() && reserve(queued.element().bytes)) {
                QueuedResponse next = queued.remove();
                turnBytes += next.bytes;
                next.answer.run();
                account(-takeReserved());
            }
        } finally {
            account(-takeReserved());
            sendingQueued = false;
        }
        if (turnBytes > 0 && !turnEndScheduled) {
            turnEndScheduled = true;
            scheduler.accept(this::beginTurn);
        }
        if (!queued.isEmpty() && turnBytes < BYTES_PER_TURN) {
            lessEncoded.await(unsent.isEmpty() ? 1 : queued.element().bytes);
        }
    }

    /** Reserves budget for the next response. The only unsent response of HTTP may be larger than what is left. */
    private boolean reserve(long bytes) {
        if (turnBytes >= BYTES_PER_TURN) {
            return false;
        }
        boolean reserved = unsent.isEmpty() ? encoded.addIfBelowLimit(bytes) : encoded.addIfItFits(bytes);
        reservedBytes = reserved ? bytes : 0;
        return reserved;
    }

    private long takeReserved() {
        long reserved = reservedBytes;
        reservedBytes = 0;
        return reserved;
    }

    /** Keeps what is reserved for the response that is being answered, because it is encoded in several turns. */
    long keepReserved() {
        return takeReserved();
    }

    /** Goes on with a response for which so much was kept. */
    void goOn(long keptBytes, Runnable answer) {
        reservedBytes = keptBytes;
        sendingQueued = true;
        try {
            answer.run();
        } finally {
            account(-takeReserved());
            sendingQueued = false;
        }
        sendQueued();
    }

    private void account(long bytes) {
        pending.add(bytes);
        encoded.add(bytes);
    }

    private void beginTurn() {
        turnEndScheduled = false;
        turnBytes = 0;
        sendQueued();
    }

    /** Accounts a response that is being sent, until the future is completed. */
    void sending(int bytes, ChannelFuture sent) {
        if (bytes == 0 || sent.isDone()) {
            return;
        }
        UnsentResponse response = new UnsentResponse(sent, bytes, System.nanoTime());
        unsent.add(response);
        unsentBytes += bytes;
        account(bytes - takeReserved());
        sent.addListener(done -> {
            remove(response);
            sendQueued();
        });
        while (encoded.isExceeded() && usesMoreThanItsShare() && unsent.size() > 1) {
            disconnect(unsent.iterator().next());
        }
    }

    private void remove(UnsentResponse response) {
        if (unsent.remove(response)) {
            unsentBytes -= response.bytes;
            account(-response.bytes);
        }
    }

    private boolean usesMoreThanItsShare() {
        return unsentBytes > encoded.shareBytes();
    }

    /**
     * Disconnects clients that have not read a response for a long time, if other responses wait for budget, or replies
     * of other listeners do and HTTP uses more than its share. To be called periodically.
     */
    void checkAges() {
        if (!queued.isEmpty() || (pending.isExceeded() && usesMoreThanItsShare())) {
            long now = System.nanoTime();
            List<UnsentResponse> old = new ArrayList<>(unsent);
            old.removeIf(response -> now - response.sinceNanos < STALL_TIMEOUT_NANOS);
            old.forEach(this::disconnect);
            sendQueued();
        }
    }

    /** Closes the connection and drops the response. */
    private void disconnect(UnsentResponse response) {
        refusals.refused(Route.HTTP, RefusalKind.UNREAD);
        log.debug(
                "http: disconnecting {}: {} bytes not read",
                response.sent.channel().remoteAddress(),
                response.bytes);
        remove(response);
        response.sent.channel().close();
    }
}
