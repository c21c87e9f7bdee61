package dev.reeve.client;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Delays before a request is repeated: any time between 0 and a bound that doubles from 100 ms to 10 s (full jitter). */
final class Jitter {
    private static final long FIRST_MILLIS = 100;
    private static final long MOST_MILLIS = 10_000;
    private static final int MOST_DOUBLINGS = 7;

    private Jitter() {}

    /** @param failures how many tries have failed, at least 1 */
    static Duration after(int failures) {
        return Duration.ofMillis(
                ThreadLocalRandom.current().nextLong(bound(failures).toMillis() + 1));
    }

    static Duration bound(int failures) {
        int doublings = Math.min(failures - 1, MOST_DOUBLINGS);
        return Duration.ofMillis(Math.min(MOST_MILLIS, FIRST_MILLIS << doublings));
    }
}
