package dev.reeve.engine.job;

/**
 * The time limits and the retry policy of a job. They are set when it is created; jobs with equal terms share them.
 *
 * @param leaseMicros the duration of a lease; 0 for the queue's default, {@link #FOREVER} for leases that never lapse
 * @param heartbeatMicros the maximum time between renewals of a lease; 0 for no limit
 * @param ttlMicros the time to live, from the scheduled time or the creation
 * @param waitMicros for a foreground job, the maximum wait for a worker; {@link #BACKGROUND} for all others
 */
public record Terms(
        long leaseMicros, long heartbeatMicros, long ttlMicros, Keep keep, long waitMicros, RetryPolicy retry) {
    public static final long FOREVER = Long.MAX_VALUE;
    public static final long BACKGROUND = -1;

    /** How long a lease lasts if neither the job, its queue nor the caller says so. */
    public static final long DEFAULT_LEASE_MICROS = 60_000_000;

    private static final long HOUR = 3_600_000_000L;

    /** The terms of a job for which neither the caller nor the queue has others, where the protocol has none of its own. */
    public static final Terms STANDARD = new Terms(
            DEFAULT_LEASE_MICROS,
            0,
            FOREVER,
            new Keep(HOUR, 30 * 24 * HOUR, 24 * HOUR),
            BACKGROUND,
            RetryPolicy.backoff(20, new Backoff(10_000_000, 6 * HOUR), 3));

    public Terms {
        if (leaseMicros < 0 || heartbeatMicros < 0 || ttlMicros < 0 || waitMicros < BACKGROUND) {
            throw new IllegalArgumentException("expected times of at least 0, but got " + leaseMicros + ", "
                    + heartbeatMicros + ", " + ttlMicros + ", " + waitMicros);
        }
    }

    /** Terms with the same retention for every end. */
    public Terms(
            long leaseMicros,
            long heartbeatMicros,
            long ttlMicros,
            long keepMicros,
            long waitMicros,
            RetryPolicy retry) {
        this(leaseMicros, heartbeatMicros, ttlMicros, Keep.of(keepMicros), waitMicros, retry);
    }

    public Terms with(RetryPolicy changed) {
        return new Terms(leaseMicros, heartbeatMicros, ttlMicros, keep, waitMicros, changed);
    }

    /** Whether the job exists only while its creator waits for the result. */
    public boolean foreground() {
        return waitMicros != BACKGROUND;
    }
}
