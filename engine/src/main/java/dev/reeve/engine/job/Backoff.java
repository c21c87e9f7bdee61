package dev.reeve.engine.job;

import java.util.List;
import java.util.SplittableRandom;

/**
 * The delays before retries: either the first one, doubled for each further retry up to the largest one and varied by up
 * to 20 % so that jobs that failed together do not return together; or a list, whose last one repeats, as it is.
 *
 * @param delaysMicros the list; empty for doubled delays
 */
public record Backoff(long firstMicros, long largestMicros, List<Long> delaysMicros) {
    /** No delay. */
    public static final Backoff NONE = new Backoff(0, 0, List.of());

    private static final int PARTS_OF_JITTER = 5;

    /** A delay that can be varied without an overflow. */
    private static final long LONGEST_MICROS = Long.MAX_VALUE / 2;

    public Backoff {
        delaysMicros = List.copyOf(delaysMicros);
        if (firstMicros < 0 || largestMicros < 0) {
            throw new IllegalArgumentException(
                    "expected delays of at least 0, but got " + firstMicros + ", " + largestMicros);
        }
        for (long delay : delaysMicros) {
            if (delay < 0) {
                throw new IllegalArgumentException("expected a delay of at least 0, but got " + delay);
            }
        }
    }

    /** Doubled delays. */
    public Backoff(long firstMicros, long largestMicros) {
        this(firstMicros, largestMicros, List.of());
    }

    /** The delays of a list. */
    public Backoff(List<Long> delaysMicros) {
        this(0, 0, delaysMicros);
    }

    /** The delay of the retry after {@code used} earlier ones. */
    public long delayMicros(int used, SplittableRandom random) {
        if (!delaysMicros.isEmpty()) {
            return delaysMicros.get(Math.min(used, delaysMicros.size() - 1));
        }
        long largest = Math.min(largestMicros, LONGEST_MICROS);
        long delay = Math.min(firstMicros, largest);
        for (int i = 0; i < used && delay > 0 && delay < largest; i++) {
            delay = delay > largest / 2 ? largest : 2 * delay;
        }
        long jitter = delay / PARTS_OF_JITTER;
        return jitter == 0 ? delay : delay - jitter + random.nextLong(2 * jitter + 1);
    }
}
