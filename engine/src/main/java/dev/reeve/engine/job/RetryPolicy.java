package dev.reeve.engine.job;

import java.util.List;

/**
 * What becomes of a job that failed or whose lease lapsed.
 *
 * @param rule which of the limits below count
 * @param maxAttempts how often the job may be leased before a lapse is final; 0 is without limit
 * @param maxFails how often it may be reported as failed before that is final; 0 makes the first one final
 * @param retries how many further tries it has
 * @param delaysMicros how long to wait before the first, second … retry; the last one repeats
 */
public record RetryPolicy(Rule rule, int maxAttempts, int maxFails, int retries, List<Long> delaysMicros) {
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /** Comes back to its place for ever. */
    public static final RetryPolicy ENDLESS = new RetryPolicy(Rule.ATTEMPTS, 0, UNLIMITED, 0, List.of());

    /** Comes back to its place when a lease lapses; a reported failure is final. */
    public static final RetryPolicy UNTIL_FAILED = new RetryPolicy(Rule.ATTEMPTS, 0, 0, 0, List.of());

    public enum Rule {
        /** Lapses count against maxAttempts, reported failures against maxFails; back to the old place at once. */
        ATTEMPTS(1),
        /** Lapses and failures alike spend one of the retries; to the back of the queue, after the delay. */
        RETRIES(2),
        /** Only lapses and explicit retries spend one; a reported failure is final. */
        LAPSES(3);

        private final int code;

        Rule(int code) {
            this.code = code;
        }

        public int code() {
            return code;
        }

        public static Rule ofCode(int code) {
            return switch (code) {
                case 1 -> ATTEMPTS;
                case 2 -> RETRIES;
                case 3 -> LAPSES;
                default -> throw new IllegalArgumentException("no retry rule has the code " + code);
            };
        }
    }

    public RetryPolicy {
        delaysMicros = List.copyOf(delaysMicros);
        if (maxAttempts < 0 || maxFails < 0 || retries < 0) {
            throw new IllegalArgumentException(
                    "expected no negative limit, but got " + maxAttempts + ", " + maxFails + ", " + retries);
        }
        for (long delay : delaysMicros) {
            if (delay < 0) {
                throw new IllegalArgumentException("expected no negative delay, but got " + delay);
            }
        }
    }

    /** How long the retry after {@code used} earlier ones has to wait. */
    public long delayMicros(int used) {
        return delaysMicros.isEmpty() ? 0 : delaysMicros.get(Math.min(used, delaysMicros.size() - 1));
    }
}
