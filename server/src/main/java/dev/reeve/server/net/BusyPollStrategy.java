package dev.reeve.server.net;

import io.netty.channel.SelectStrategy;
import io.netty.util.IntSupplier;
import java.util.function.LongSupplier;

/**
 * How the loop waits for the next event. A thread that sleeps has to be woken, and on an idle processor, a virtual one
 * above all, that takes longer than many a request; so where events follow each other closely the loop looks again and
 * again for a while, and lets every other thread go first, before it sleeps.
 *
 * <p>That pays only if the wait is usually short, and if there is some waiting at all: a busy loop finds more events at
 * once when it comes back late, and deals with many of them for the price of one turn. Both are measured, in every wait
 * that is spun and in a sample of the others.
 */
final class BusyPollStrategy implements SelectStrategy {
    /** Longer than a sync of a good disk, or a client on the same network, usually takes. */
    static final long LONGEST_SPIN_NANOS = 500_000;

    /** What counts for a wait that was not over by then, and for a turn at most. */
    private static final long LONG_NANOS = 4 * LONGEST_SPIN_NANOS;

    /** One of so many waits is spun in any case, to see how long they are. */
    private static final int SAMPLED = 8;

    private static final int SMOOTHING = 16;

    /** The loop is busy if it waits for less than one in so many parts of its time. */
    private static final int WAITING_ONE_IN = 7;

    private final LongSupplier nanoTime;
    private long usualWaitNanos = LONG_NANOS;
    private long usualTurnNanos = LONG_NANOS;
    private long begunNanos;
    private boolean spins;
    private int waits;

    BusyPollStrategy(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.begunNanos = nanoTime.getAsLong();
    }

    @Override
    public int calculateStrategy(IntSupplier selectNow, boolean hasTasks) throws Exception {
        if (hasTasks) {
            end();
            return selectNow.get();
        }
        if (!spins && !begin()) {
            return SELECT;
        }
        int events = selectNow.get();
        if (events > 0) {
            end();
            return events;
        }
        if (nanoTime.getAsLong() - begunNanos > LONGEST_SPIN_NANOS) {
            giveUp();
            return SELECT;
        }
        letOthersRun();
        return CONTINUE;
    }

    /** False if this wait is to be slept through. */
    private boolean begin() {
        waits++;
        if (!pays() && waits < SAMPLED) {
            return false;
        }
        long now = nanoTime.getAsLong();
        usualTurnNanos = smoothed(usualTurnNanos, Math.min(LONG_NANOS, (now - begunNanos) / waits));
        begunNanos = now;
        waits = 0;
        spins = true;
        return true;
    }

    private boolean pays() {
        return usualWaitNanos < LONGEST_SPIN_NANOS && WAITING_ONE_IN * usualWaitNanos > usualTurnNanos;
    }

    private void end() {
        if (spins) {
            spins = false;
            usualWaitNanos = smoothed(usualWaitNanos, nanoTime.getAsLong() - begunNanos);
        }
    }

    private void giveUp() {
        spins = false;
        usualWaitNanos = smoothed(usualWaitNanos, LONG_NANOS);
    }

    private static long smoothed(long usual, long latest) {
        return usual + (latest - usual) / SMOOTHING;
    }

    /** On a single processor the one that is waited for may need it. */
    @SuppressWarnings("ThreadPriorityCheck") // It is exactly this that is wanted.
    private static void letOthersRun() {
        Thread.yield();
    }
}
