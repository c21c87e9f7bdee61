package dev.reeve.door.goqueue;

import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.Terms;

/** Conversion between the unsigned 32-bit numbers of the protocol and the values of the engine. */
final class GoqueueNumbers {
    private static final long MOST = 0xFFFF_FFFFL;
    private static final long MICROS_PER_SECOND = 1_000_000;

    /**
     * A ttp of 0 gives a lease of one second, but is shown as 0. The odd length marks such jobs: all other doors use
     * whole milliseconds.
     */
    private static final long ZERO_TTP_MICROS = MICROS_PER_SECOND - 1;

    private GoqueueNumbers() {}

    static long storedPriority(long priority) {
        return -priority;
    }

    static long shownPriority(long stored) {
        return -Math.max(-MOST, Math.min(0, stored));
    }

    /** The terms of a job with this time to process. */
    static Terms terms(long ttpSeconds) {
        long leaseMicros = ttpSeconds == 0 ? ZERO_TTP_MICROS : ttpSeconds * MICROS_PER_SECOND;
        return new Terms(leaseMicros, 0, Terms.FOREVER, 0, Terms.BACKGROUND, RetryPolicy.ENDLESS);
    }

    /** The ttp shown to the worker, for jobs of all doors: the length of its lease in seconds, rounded up. */
    static long shownTtp(LeasedJob job) {
        if (job.job().terms().leaseMicros() == ZERO_TTP_MICROS) {
            return 0;
        }
        Lease lease = job.lease();
        long micros = lease.deadlineMicros() - lease.startedAtMicros();
        return Math.min(MOST, (micros - 1) / MICROS_PER_SECOND + 1);
    }

    static long waitMicros(long timeoutSeconds) {
        return timeoutSeconds == 0 ? Terms.FOREVER : timeoutSeconds * MICROS_PER_SECOND;
    }
}
