package dev.reeve.tally;

import java.util.stream.LongStream;

/** Reply times and refusals of one command of one door. */
public final class RequestTally {
    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;

    private final Counter refusals = new Counter();
    private final Histogram nanos = new Histogram(
            250 * MICRO,
            500 * MICRO,
            MILLI,
            2_500 * MICRO,
            5 * MILLI,
            10 * MILLI,
            25 * MILLI,
            50 * MILLI,
            100 * MILLI,
            500 * MILLI,
            SECOND,
            10 * SECOND);

    /** Counts an answered request. A negative duration counts as 0. */
    public void answered(long tookNanos, boolean refused) {
        nanos.add(Math.max(0, tookNanos));
        if (refused) {
            refusals.add(1);
        }
    }

    boolean isUsed() {
        return LongStream.of(nanos.counts()).sum() > 0;
    }

    public long refusals() {
        return refusals.get();
    }

    public Histogram nanos() {
        return nanos;
    }
}
