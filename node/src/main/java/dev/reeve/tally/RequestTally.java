package dev.reeve.tally;

import java.util.stream.LongStream;

/** Reply times and refusals of one command of one door. */
public final class RequestTally {
    private static final long MICRO = 1_000;

    private final Counter refusals = new Counter();
    private final Histogram nanos = Histogram.inUnitsOf(
            MICRO, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 500_000, 1_000_000, 10_000_000);

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
