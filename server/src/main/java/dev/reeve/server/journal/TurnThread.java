package dev.reeve.server.journal;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A thread that takes turns and parks between them. It is never interrupted from here, as an interrupt would close the
 * file it is writing. Without {@link #start} somebody else has to take the turns, which is how tests get runs that can
 * be repeated.
 */
final class TurnThread {
    static final long AT_ONCE = 0;
    static final long WHEN_WOKEN = Long.MAX_VALUE;
    static final long DONE = -1;

    /** One step of work. Returns the nanoseconds until the next one is due, or one of the constants. */
    interface Turn {
        long take(boolean stopping);
    }

    private final Turn turn;
    private volatile boolean stopping;
    private @Nullable volatile Thread thread;

    TurnThread(Turn turn) {
        this.turn = turn;
    }

    void start(String name) {
        Thread started = new Thread(this::run, name);
        started.setDaemon(true);
        thread = started;
        started.start();
    }

    boolean isStarted() {
        return thread != null;
    }

    private void run() {
        long waitNanos = AT_ONCE;
        while (waitNanos != DONE) {
            if (waitNanos == WHEN_WOKEN) {
                LockSupport.park(this);
            } else if (waitNanos > 0) {
                LockSupport.parkNanos(this, waitNanos);
            }
            waitNanos = takeTurn();
        }
    }

    long takeTurn() {
        return turn.take(stopping);
    }

    /** Makes it take a turn soon. Any thread. */
    void wake() {
        LockSupport.unpark(thread);
    }

    /** Asks it to come to an end. */
    void stop() {
        stopping = true;
        wake();
    }

    /** Waits for its end, also when the waiting thread is interrupted. */
    void join() {
        Thread started = thread;
        boolean interrupted = false;
        while (started != null && started.isAlive()) {
            try {
                started.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
