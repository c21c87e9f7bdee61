package dev.reeve.engine.job;

import java.util.List;

/**
 * The limits that decide whether a job is retried after a failure or a lapse.
 *
 * @param rule which of the limits below apply
 * @param maxAttempts how often the job may be leased before a lapse is final; 0 for no limit
 * @param maxFails how many reported failures make the failure final; 0 makes the first one final
 * @param retries the number of retries
 * @param delaysMicros the delays before the first, second … retry; the last one repeats
 */
public record RetryPolicy(Rule rule, int maxAttempts, int maxFails, int retries, List<Long> delaysMicros) {
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /** Retries without limit, at the old place in the queue. */
    public static final RetryPolicy ENDLESS = new RetryPolicy(Rule.ATTEMPTS, 0, UNLIMITED, 0, List.of());

    /** Retries at the old place after a lapse; a reported failure is final. */
    public static final RetryPolicy UNTIL_FAILED = new RetryPolicy(Rule.ATTEMPTS, 0, 0, 0, List.of());

    public enum Rule {
        /** maxAttempts limits lapses, maxFails limits reported failures. A retry is at once, at the old place. */
        ATTEMPTS(1),
        /** A lapse or a failure uses a retry. A retry is after the delay, at the back of the queue. */
        RETRIES(2),
        /** A lapse or an explicit retry uses a retry. A reported failure is final. */
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
                    "expected limits of at least 0, but got " + maxAttempts + ", " + maxFails + ", " + retries);
        }
        for (long delay : delaysMicros) {
            if (delay < 0) {
                throw new IllegalArgumentException("expected a delay of at least 0, but got " + delay);
            }
        }
    }

    /** The delay of the retry after {@code used} earlier ones. */
    public long delayMicros(int used) {
        return delaysMicros.isEmpty() ? 0 : delaysMicros.get(Math.min(used, delaysMicros.size() - 1));
    }
}
