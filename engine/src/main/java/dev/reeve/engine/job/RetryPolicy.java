package dev.reeve.engine.job;

import java.util.List;

/**
 * The limits that decide whether a job is retried after a failure or a lapse.
 *
 * @param rule which of the limits below apply
 * @param maxAttempts how often the job may be leased before a lapse is final; with backoff, before a failure or a lapse is
 *     final; 0 for no limit
 * @param maxFails how many reported failures make the failure final; 0 makes the first one final
 * @param retries the number of retries; with backoff it is only shown, and one less than the attempts
 * @param backoff the delays before the first, second … retry
 * @param maxLapses with backoff, how many lapses in a row make the last one final; 0 for no limit
 */
public record RetryPolicy(Rule rule, int maxAttempts, int maxFails, int retries, Backoff backoff, int maxLapses) {
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
        LAPSES(3),
        /**
         * maxAttempts limits both failures and lapses, maxLapses lapses in a row. A retry after a failure is after the delay,
         * at the back of the queue; one after a lapse is at once, at the old place.
         */
        BACKOFF(4);

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
                case 4 -> BACKOFF;
                default -> throw new IllegalArgumentException("no retry rule has the code " + code);
            };
        }
    }

    public RetryPolicy {
        if (maxAttempts < 0 || maxFails < 0 || retries < 0 || maxLapses < 0) {
            throw new IllegalArgumentException("expected limits of at least 0, but got " + maxAttempts + ", " + maxFails
                    + ", " + retries + ", " + maxLapses);
        }
    }

    /** A policy without backoff; the delays are those of {@link Rule#RETRIES}. */
    public RetryPolicy(Rule rule, int maxAttempts, int maxFails, int retries, List<Long> delaysMicros) {
        this(
                rule,
                maxAttempts,
                maxFails,
                retries,
                delaysMicros.isEmpty() ? Backoff.NONE : new Backoff(delaysMicros),
                0);
    }

    /** A policy with backoff. */
    public static RetryPolicy backoff(int maxAttempts, Backoff backoff, int maxLapses) {
        return new RetryPolicy(Rule.BACKOFF, maxAttempts, 0, retries(maxAttempts), backoff, maxLapses);
    }

    private static int retries(int attempts) {
        return attempts == 0 ? UNLIMITED : attempts - 1;
    }

    /** This policy with another limit of attempts. */
    public RetryPolicy withMaxAttempts(int attempts) {
        return new RetryPolicy(rule, attempts, maxFails, retries(attempts), backoff, maxLapses);
    }

    /** How often the job can be leased before it ends without being completed; 0 for no limit. */
    public int mostAttempts() {
        return switch (rule) {
            case ATTEMPTS, BACKOFF -> maxAttempts;
            case RETRIES, LAPSES -> retries >= UNLIMITED - 1 ? 0 : retries + 1;
        };
    }

    /** The delays of the list, if there is one. */
    public List<Long> delaysMicros() {
        return backoff.delaysMicros();
    }

    /** The delay of the retry after {@code used} earlier ones, without variation. */
    public long delayMicros(int used) {
        List<Long> delays = backoff.delaysMicros();
        return delays.isEmpty() ? 0 : delays.get(Math.min(used, delays.size() - 1));
    }
}
