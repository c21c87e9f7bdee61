package dev.reeve.net.http;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Requests with large bodies, whose JSON takes milliseconds to parse. They are handled on a thread of their own, one at a time
 * and in order, while the HTTP loop serves others. What their handlers leave to the HTTP loop is done there afterwards. A
 * connection has at most one request in progress, and the bodies that wait are part of the {@link BodyBudget}.
 */
final class LargeBodies {
    private static final int LARGE_BYTES = 16 * 1024;

    private final Executor thread;
    private final Executor loop;

    /**
     * Creates the hand-over.
     *
     * @param thread runs one task at a time, in order
     * @param loop the HTTP loop
     */
    LargeBodies(Executor thread, Executor loop) {
        this.thread = thread;
        this.loop = loop;
    }

    static boolean isLarge(long bodyBytes) {
        return bodyBytes > LARGE_BYTES;
    }

    /** Calls the handler of a request with a large body soon. HTTP loop only. */
    void handle(Exchange exchange, Runnable handler) {
        exchange.leaveLoop();
        thread.execute(() -> {
            handler.run();
            returnToLoop(exchange);
        });
    }

    private void returnToLoop(Exchange exchange) {
        try {
            loop.execute(exchange::returnToLoop);
        } catch (RejectedExecutionException e) {
            // The HTTP loop has ended, so no client waits for an answer.
        }
    }
}
