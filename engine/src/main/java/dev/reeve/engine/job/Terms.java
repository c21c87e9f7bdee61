package dev.reeve.engine.job;

/**
 * The time limits and the retry policy of a job. They are set when it is created; jobs with equal terms share them.
 *
 * @param leaseMicros the duration of a lease; 0 for the queue's default, {@link #FOREVER} for leases that never lapse
 * @param heartbeatMicros the maximum time between renewals of a lease; 0 for no limit
 * @param ttlMicros the time to live, from the scheduled time or the creation
 * @param keepMicros the retention after the end: 0 removes the job at once, {@link #FOREVER} keeps it until the TTL
 *     passes
 * @param waitMicros for a foreground job, the maximum wait for a worker; {@link #BACKGROUND} for all others
 */
public record Terms(
        long leaseMicros, long heartbeatMicros, long ttlMicros, long keepMicros, long waitMicros, RetryPolicy retry) {
    public static final long FOREVER = Long.MAX_VALUE;
    public static final long BACKGROUND = -1;

    /** How long a lease lasts if neither the job, its queue nor the caller says so. */
    public static final long DEFAULT_LEASE_MICROS = 60_000_000;

    public Terms {
        if (leaseMicros < 0 || heartbeatMicros < 0 || ttlMicros < 0 || keepMicros < 0 || waitMicros < BACKGROUND) {
            throw new IllegalArgumentException("expected times of at least 0, but got " + leaseMicros + ", "
                    + heartbeatMicros + ", " + ttlMicros + ", " + keepMicros + ", " + waitMicros);
        }
    }

    /** Whether the job exists only while its creator waits for the result. */
    public boolean foreground() {
        return waitMicros != BACKGROUND;
    }
}
