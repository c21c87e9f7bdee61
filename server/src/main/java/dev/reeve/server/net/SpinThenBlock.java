package dev.reeve.server.net;

import io.netty.channel.SelectStrategy;
import io.netty.util.IntSupplier;
import java.util.function.LongSupplier;

/**
 * How the loop waits for the next event. A thread that sleeps has to be woken, and on an idle processor, a virtual one
 * above all, that takes longer than many a request; so where events follow each other closely the loop looks again and
 * again for a while, and lets every other thread go first, before it sleeps.
 *
 * <p>That pays only if the wait is usually short, and if there is much waiting at all: a busy loop finds more events at
 * once when it comes back late, and deals with many of them for the price of one turn. Both are measured, in every wait
 * that is spun and in a sample of the others.
 */
final class SpinThenBlock implements SelectStrategy {
    /** Longer than a sync of a good disk, or a client on the same network, usually takes. */
    static final long LONGEST_SPIN_NANOS = 500_000;

    /** What counts for a wait that was not over by then. */
    private static final long IN_VAIN_NANOS = 4 * LONGEST_SPIN_NANOS;

    /** One of so many waits is spun in any case, to see how long they are. */
    private static final int SAMPLED = 16;

    private static final int SMOOTHING = 8;

    /** Work between two waits, as a multiple of the wait, past which the loop is busy. */
    private static final int MOST_WORK = 2;

    private final LongSupplier nanoTime;
    private long usualWaitNanos = IN_VAIN_NANOS;
    private long usualWorkNanos;
    private long sinceNanos;
    private boolean spins;
    private boolean works;
    private int unsampled;

    SpinThenBlock(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    @Override
    public int calculateStrategy(IntSupplier selectNow, boolean hasTasks) throws Exception {
        if (hasTasks) {
            endSpin();
            return selectNow.get();
        }
        if (!spins && !beginSpin()) {
            return SELECT;
        }
        int events = selectNow.get();
        if (events > 0) {
            endSpin();
            return events;
        }
        if (nanoTime.getAsLong() - sinceNanos > LONGEST_SPIN_NANOS) {
            giveUp();
            return SELECT;
        }
        letOthersRun();
        return CONTINUE;
    }

    /** False if this wait is to be slept through. */
    private boolean beginSpin() {
        if (works) {
            works = false;
            usualWorkNanos = smoothed(usualWorkNanos, nanoTime.getAsLong() - sinceNanos);
        }
        if (!pays() && ++unsampled < SAMPLED) {
            return false;
        }
        unsampled = 0;
        spins = true;
        sinceNanos = nanoTime.getAsLong();
        return true;
    }

    private boolean pays() {
        return usualWaitNanos < LONGEST_SPIN_NANOS && usualWorkNanos < MOST_WORK * usualWaitNanos;
    }

    private void endSpin() {
        if (spins) {
            spins = false;
            works = true;
            long now = nanoTime.getAsLong();
            usualWaitNanos = smoothed(usualWaitNanos, now - sinceNanos);
            sinceNanos = now;
        }
    }

    private void giveUp() {
        spins = false;
        usualWaitNanos = smoothed(usualWaitNanos, IN_VAIN_NANOS);
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
