package dev.reeve.journal.local;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A thread that runs turns and parks between them. It is never interrupted by this class, because an interrupt would
 * close the file being written. If it is not started, the caller runs the turns, which gives tests repeatable runs.
 * Another thread may take turns as well; turns wait for each other.
 */
final class TurnThread {
    static final long IMMEDIATELY = 0;
    static final long WHEN_WOKEN = Long.MAX_VALUE;
    static final long DONE = -1;

    /** One step of work. Returns the nanoseconds until the next turn, or one of the constants. */
    interface Turn {
        long take(boolean stopping);
    }

    private final Turn turn;
    private final Object turns = new Object();
    private volatile boolean stopping;
    /** Since the last turn began. The permit of the thread does not say so: a turn that waits for a lock takes it. */
    private volatile boolean woken;

    private boolean sleepsUntilWoken;
    private long wakesAtNanos;
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

    private void run() {
        long waitNanos = IMMEDIATELY;
        while (waitNanos != DONE) {
            if (!woken) {
                sleep(waitNanos);
            }
            woken = false;
            waitNanos = takeTurn();
        }
    }

    private void sleep(long waitNanos) {
        if (waitNanos == WHEN_WOKEN) {
            LockSupport.park(this);
        } else if (waitNanos > 0) {
            LockSupport.parkNanos(this, waitNanos);
        }
    }

    boolean isStarted() {
        return thread != null;
    }

    long takeTurn() {
        synchronized (turns) {
            long waitNanos = turn.take(stopping);
            if (Thread.currentThread() == thread) {
                sleepsUntilWoken = waitNanos == WHEN_WOKEN;
                wakesAtNanos = System.nanoTime() + waitNanos;
            }
            return waitNanos;
        }
    }

    /** Takes turns on the calling thread as long as there is work. The thread goes on when the next one is due, and is not woken before. */
    void takeTurns() {
        long waitNanos = IMMEDIATELY;
        while (waitNanos == IMMEDIATELY) {
            waitNanos = takeTurn();
        }
        if (waitNanos > 0 && waitNanos != WHEN_WOKEN && wakesAfter(waitNanos)) {
            wake();
        }
    }

    /** Whether the thread sleeps for longer. It may just be about to: then it does not sleep. */
    private boolean wakesAfter(long waitNanos) {
        synchronized (turns) {
            return sleepsUntilWoken || System.nanoTime() + waitNanos - wakesAtNanos < 0;
        }
    }

    /** Wakes the thread for a turn. Any thread. */
    void wake() {
        woken = true;
        LockSupport.unpark(thread);
    }

    /**
     * Stops the thread and waits for its end, even if the waiting thread is interrupted. If it is not started, runs its
     * turns up to the last.
     *
     * @param between runs between these turns
     */
    void stop(Runnable between) {
        stopping = true;
        wake();
        Thread started = thread;
        while (started == null && takeTurn() != DONE) {
            between.run();
        }
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
