package dev.reeve.client;

import java.util.concurrent.TimeUnit;

/**
 * The places of a worker: a job takes one until its handler returns, and a request for jobs takes as many as it asks for until it is
 * answered. So no more jobs are held than are worked on. The only request takes all that are free; another one is sent beside it when
 * half of the places are free, so that jobs are on their way while others are handed to their threads.
 */
final class Places {
    /** While there are more jobs than places, a request waits so long for more places: many small requests cost more than they bring. */
    private static final long GATHERING_NANOS = 1_000_000;

    private final int all;
    private final int many;
    private int free;
    private int requests;
    private boolean busy;
    private int waiting;

    Places(int all) {
        this.all = all;
        this.many = (all + 1) / 2;
        this.free = all;
    }

    /** Waits until a request for jobs should be sent, and takes the places for it. */
    synchronized int take() throws InterruptedException {
        waiting++;
        try {
            awaitPlaces();
        } finally {
            waiting--;
        }
        requests++;
        int count = Math.min(free, Reeve.MOST_JOBS);
        free -= count;
        return count;
    }

    private void awaitPlaces() throws InterruptedException {
        long untilNanos = System.nanoTime() + GATHERING_NANOS;
        while (free < many) {
            if (free == 0 || requests > 0) {
                wait();
                untilNanos = System.nanoTime() + GATHERING_NANOS;
            } else if (busy && untilNanos - System.nanoTime() > 0) {
                TimeUnit.NANOSECONDS.timedWait(this, untilNanos - System.nanoTime());
            } else {
                return;
            }
        }
    }

    /** A request has ended. The places that it brought no jobs for are free. */
    synchronized void answered(int asked, int brought) {
        requests--;
        busy = brought == asked;
        free += asked - brought;
        if (waiting > 0 && free > 0) {
            notifyAll();
        }
    }

    /** A handler has returned. */
    synchronized void free() {
        free++;
        if (waiting > 0 && (free == many || (free == 1 && requests == 0))) {
            notifyAll();
        }
    }

    synchronized boolean areTaken() {
        return free == 0;
    }

    @Override
    public synchronized String toString() {
        return free + " of " + all + " free, requests: " + requests;
    }
}
