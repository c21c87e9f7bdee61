package dev.reeve.engine.job;

import java.util.List;

/**
 * The time limits and the retry policy of a job. They are set when it is created; jobs with equal terms share them.
 *
 * @param leaseMicros the duration of a lease; 0 for the queue's default, {@link #FOREVER} for leases that never lapse
 * @param heartbeatMicros the maximum time between renewals of a lease; 0 for no limit
 * @param ttlMicros the time to live, from the scheduled time or the creation
 * @param keepMicros the retention after the end: 0 removes the job at once, {@link #FOREVER} keeps it until the TTL
 *     passes, {@link #HISTORY} within the limits of the history of completed jobs
 * @param waitMicros for a foreground job, the maximum wait for a worker; {@link #BACKGROUND} for all others
 */
public record Terms(
        long leaseMicros, long heartbeatMicros, long ttlMicros, long keepMicros, long waitMicros, RetryPolicy retry) {
    public static final long FOREVER = Long.MAX_VALUE;
    public static final long HISTORY = -1;
    public static final long BACKGROUND = -1;

    /** How long a lease lasts if neither the job, its queue nor the caller says so. */
    public static final long DEFAULT_LEASE_MICROS = 60_000_000;

    /** The terms of jobs on a caller's clock: leases of the queue's duration, and five retries after lapses. */
    public static final Terms ON_CALLER_CLOCK =
            new Terms(0, 0, FOREVER, HISTORY, BACKGROUND, new RetryPolicy(RetryPolicy.Rule.LAPSES, 0, 0, 5, List.of()));

    public Terms {
        if (leaseMicros < 0
                || heartbeatMicros < 0
                || ttlMicros < 0
                || keepMicros < HISTORY
                || waitMicros < BACKGROUND) {
            throw new IllegalArgumentException("expected times of at least 0, but got " + leaseMicros + ", "
                    + heartbeatMicros + ", " + ttlMicros + ", " + keepMicros + ", " + waitMicros);
        }
    }

    public Terms withRetries(int retries) {
        return new TermsPatch(null, null, null, retries, null).on(this);
    }

    /** Whether the job exists only while its creator waits for the result. */
    public boolean foreground() {
        return waitMicros != BACKGROUND;
    }
}
