package dev.reeve.engine.job;

/**
 * What the reporter of a failure wants to happen next. The limits of the job's retry policy hold in any case.
 *
 * @param delayMicros the delay of the retry, or one of the negative numbers below
 */
public record RetryChoice(long delayMicros) {
    private static final long BY_POLICY = -1;
    private static final long NOT_AT_ALL = -2;

    /** The policy decides. */
    public static final RetryChoice POLICY = new RetryChoice(BY_POLICY);

    /** The failure is final. */
    public static final RetryChoice NEVER = new RetryChoice(NOT_AT_ALL);

    public RetryChoice {
        if (delayMicros < NOT_AT_ALL) {
            throw new IllegalArgumentException("expected a delay of at least 0, but got " + delayMicros);
        }
    }

    /** A retry after a delay of at least 0, in place of the delay of the policy. */
    public static RetryChoice after(long delayMicros) {
        return new RetryChoice(Math.max(0, delayMicros));
    }

    public boolean isNever() {
        return delayMicros == NOT_AT_ALL;
    }

    /** Whether there is a delay in place of that of the policy. */
    public boolean hasDelay() {
        return delayMicros >= 0;
    }
}
