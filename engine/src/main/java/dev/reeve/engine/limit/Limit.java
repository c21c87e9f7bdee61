package dev.reeve.engine.limit;

import org.jspecify.annotations.Nullable;

/**
 * What a key or a queue allows.
 *
 * @param maxRunning how many jobs may be leased at a time; 0 for any number
 * @param rate how often jobs may start; null for as often as they like
 * @param ordered whether jobs run one after the other in their order, so that one that waits for its retry holds up the
 *     others; only for keys
 */
public record Limit(int maxRunning, @Nullable Rate rate, boolean ordered) {
    /** No limit. */
    public static final Limit NONE = new Limit(0, null, false);

    /** Stands for any number of jobs. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    static final long BYTES = 24 + 40;

    public Limit {
        if (maxRunning < 0) {
            throw new IllegalArgumentException("expected a number of at least 0, but got " + maxRunning);
        }
    }

    public boolean isNone() {
        return equals(NONE);
    }

    /** How many more jobs may be leased, beside those that are. */
    public int slots(int running) {
        int most = ordered ? 1 : maxRunning == 0 ? UNLIMITED : maxRunning;
        return most == UNLIMITED ? UNLIMITED : Math.max(0, most - running);
    }

    /** How many jobs may start now. */
    public int free(int running, Pace pace, long nowMicros) {
        int slots = slots(running);
        return rate == null || slots == 0 ? slots : Math.min(slots, rate.startsNow(pace, nowMicros));
    }
}
