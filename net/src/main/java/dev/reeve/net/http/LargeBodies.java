package dev.reeve.net.http;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Requests with large bodies, whose JSON takes milliseconds to parse. They are handled on a thread of their own, one at a time
 * and in order, while the HTTP loop serves others. Very large ones have another thread, so that those who send less need not wait for them, and
 * are read at a slower {@link BodyPace} while others call. What their handlers leave to the HTTP loop is done there afterwards. A
 * connection has at most one request in progress, and the bodies that wait are part of the {@link BodyBudget}.
 */
final class LargeBodies {
    private static final int LARGE_BYTES = 16 * 1024;

    private static final int VERY_LARGE_BYTES = 1024 * 1024;

    private final Executor thread;
    private final Executor slowThread;
    private final BodyPace pace;
    private final Executor loop;

    /**
     * Creates the hand-over.
     *
     * @param thread runs one task at a time, in order
     * @param slowThread the same for very large bodies
     * @param loop the HTTP loop
     */
    LargeBodies(Executor thread, Executor slowThread, BodyPace pace, Executor loop) {
        this.thread = thread;
        this.slowThread = slowThread;
        this.pace = pace;
        this.loop = loop;
    }

    /** All bodies on one thread, without pauses. */
    static LargeBodies atOnePace(Executor thread, Executor loop) {
        return new LargeBodies(thread, thread, new BodyPace(System::nanoTime, pause -> {}), loop);
    }

    static boolean isLarge(long bodyBytes) {
        return bodyBytes > LARGE_BYTES;
    }

    /** Calls the handler of a request with a large body soon. HTTP loop only. */
    void handle(Exchange exchange, Runnable handler) {
        boolean isVeryLarge = exchange.bodyBytes() > VERY_LARGE_BYTES;
        exchange.leaveLoop(isVeryLarge ? pace : null);
        (isVeryLarge ? slowThread : thread).execute(() -> {
            exchange.beginBody();
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
