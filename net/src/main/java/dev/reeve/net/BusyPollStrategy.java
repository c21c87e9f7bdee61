package dev.reeve.net;

import io.netty.channel.SelectStrategy;
import io.netty.util.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Select strategy of the event loop that busy-polls for a while before it blocks. Waking a blocked thread on an idle
 * processor, above all a virtual one, takes longer than many requests, so busy polling lowers latency while events
 * follow each other closely. Other threads are yielded to between polls.
 *
 * <p>Busy polling is worthwhile only if waits are usually short and the loop does wait for a noticeable part of its
 * time: a loop under load finds more events per poll when it polls late, and handles them in one turn. Both are
 * measured, in every wait that is busy-polled and in a sample of the others.
 */
final class BusyPollStrategy implements SelectStrategy {
    /** Longer than an fsync of a fast disk, or a round trip to a client on the same network, usually takes. */
    static final long LONGEST_SPIN_NANOS = 500_000;

    /** The value recorded for a wait that saw no event within the spin time; also the cap for a turn. */
    private static final long LONG_NANOS = 4 * LONGEST_SPIN_NANOS;

    /** One in this many waits is busy-polled in any case, to measure its length. */
    private static final int SAMPLE_ONE_IN = 8;

    private static final int SMOOTHING = 16;

    /** The loop counts as loaded if it waits for less than one part in this many of its time. */
    private static final int WAITING_ONE_IN = 7;

    private final LongSupplier nanoTime;
    private long usualWaitNanos = LONG_NANOS;
    private long usualTurnNanos = LONG_NANOS;
    private long begunNanos;
    private boolean spinning;
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
        if (!spinning && !begin()) {
            return SELECT;
        }
        int events = selectNow.get();
        if (events > 0) {
            end();
            return events;
        }
        if (nanoTime.getAsLong() - begunNanos > LONGEST_SPIN_NANOS) {
            end(LONG_NANOS);
            return SELECT;
        }
        yieldProcessor();
        return CONTINUE;
    }

    /** Starts a wait. Returns false if the loop should block instead of busy polling. */
    private boolean begin() {
        waits++;
        if (!isWorthwhile() && waits < SAMPLE_ONE_IN) {
            return false;
        }
        long now = nanoTime.getAsLong();
        usualTurnNanos = smoothed(usualTurnNanos, Math.min(LONG_NANOS, (now - begunNanos) / waits));
        begunNanos = now;
        waits = 0;
        spinning = true;
        return true;
    }

    private boolean isWorthwhile() {
        return usualWaitNanos < LONGEST_SPIN_NANOS && WAITING_ONE_IN * usualWaitNanos > usualTurnNanos;
    }

    private void end() {
        if (spinning) {
            end(nanoTime.getAsLong() - begunNanos);
        }
    }

    private void end(long waitNanos) {
        spinning = false;
        usualWaitNanos = smoothed(usualWaitNanos, waitNanos);
    }

    private static long smoothed(long usual, long latest) {
        return usual + (latest - usual) / SMOOTHING;
    }

    /** On a single processor, the thread that the loop waits for may need this processor. */
    @SuppressWarnings("ThreadPriorityCheck") // Yielding is the purpose.
    private static void yieldProcessor() {
        Thread.yield();
    }
}
