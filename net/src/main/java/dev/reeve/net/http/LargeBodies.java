package dev.reeve.net.http;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/**
 * Requests with large bodies, whose JSON takes milliseconds to parse. They are handled one at a time and in order. After each
 * one the loop polls, and if others have sent something, they have as much time as it took: neither the size nor the number
 * of such requests keeps small ones waiting for long. HTTP loop only.
 */
final class LargeBodies {
    private static final int LARGE_BYTES = 16 * 1024;

    private final Scheduler scheduler;
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    private boolean scheduled;
    private long others;

    /** Runs a task on the HTTP loop after a delay, and after the loop has polled for input. */
    interface Scheduler {
        void schedule(Runnable task, long delay, TimeUnit unit);
    }

    LargeBodies(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** Handles a request with a body of this size, now or later. */
    void handle(int bodyBytes, Runnable request) {
        if (bodyBytes <= LARGE_BYTES) {
            others++;
            request.run();
            return;
        }
        waiting.add(request);
        if (!scheduled) {
            scheduled = true;
            scheduler.schedule(this::handleNext, 0, TimeUnit.NANOSECONDS);
        }
    }

    private void handleNext() {
        long beganNanos = System.nanoTime();
        long before = others;
        Runnable next = waiting.poll();
        scheduled = next != null;
        if (next != null) {
            next.run();
            long tookNanos = System.nanoTime() - beganNanos;
            scheduler.schedule(() -> goOn(before, tookNanos), 0, TimeUnit.NANOSECONDS);
        }
    }

    /** The loop has polled. It does not wait for others if there are none. */
    private void goOn(long before, long tookNanos) {
        if (others == before) {
            handleNext();
        } else {
            scheduler.schedule(this::handleNext, tookNanos, TimeUnit.NANOSECONDS);
        }
    }
}
