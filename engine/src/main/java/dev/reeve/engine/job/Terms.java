package dev.reeve.engine.job;

import java.util.List;

/**
 * What was agreed for a job when it was created, whichever door works it later. Jobs with the same terms share them.
 *
 * @param leaseMicros how long a lease lasts; 0 leaves it to the queue, {@link #FOREVER} never lapses
 * @param heartbeatMicros how long a lease lasts without a sign of life; 0 asks for none
 * @param ttlMicros how long the job may live, counted from its scheduled time or its creation
 * @param keepMicros how long it stays after its end: 0 removes it at once, {@link #FOREVER} leaves it to the TTL,
 *     {@link #HISTORY} to the limits set for completed jobs
 * @param waitMicros for a foreground job, how long it waits for a worker; {@link #BACKGROUND} for all others
 */
public record Terms(
        long leaseMicros, long heartbeatMicros, long ttlMicros, long keepMicros, long waitMicros, RetryPolicy retry) {
    public static final long FOREVER = Long.MAX_VALUE;
    public static final long HISTORY = -1;
    public static final long BACKGROUND = -1;

    /** How long a lease lasts if neither the job, its queue nor the caller says so. */
    public static final long DEFAULT_LEASE_MICROS = 60_000_000;

    /** The terms of jobs on a caller's clock: the queue decides how long leases last, five lapses may be retried. */
    public static final Terms ON_CALLER_CLOCK =
            new Terms(0, 0, FOREVER, HISTORY, BACKGROUND, new RetryPolicy(RetryPolicy.Rule.LAPSES, 0, 0, 5, List.of()));

    public Terms {
        if (leaseMicros < 0
                || heartbeatMicros < 0
                || ttlMicros < 0
                || keepMicros < HISTORY
                || waitMicros < BACKGROUND) {
            throw new IllegalArgumentException("expected no negative time, but got " + leaseMicros + ", "
                    + heartbeatMicros + ", " + ttlMicros + ", " + keepMicros + ", " + waitMicros);
        }
    }

    public Terms withRetries(int retries) {
        RetryPolicy policy =
                new RetryPolicy(retry.rule(), retry.maxAttempts(), retry.maxFails(), retries, retry.delaysMicros());
        return new Terms(leaseMicros, heartbeatMicros, ttlMicros, keepMicros, waitMicros, policy);
    }

    /** Foreground jobs live only as long as a caller waits for their result. */
    public boolean foreground() {
        return waitMicros != BACKGROUND;
    }
}
