package dev.reeve.door.workq;

import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.Terms;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cache of the terms of Workq jobs, because clients mostly repeat the same values. */
final class TermsCache {
    private static final int SLOTS = 256;
    private static final long LEAST_WAIT_MICROS = 1000;

    private final @Nullable Terms[] known = new Terms[SLOTS];

    /** For {@code add} and {@code schedule}: the job and its result are kept until the time to live is over. */
    Terms background(long ttrMicros, long ttlMicros, Flags flags) {
        return get(ttrMicros, ttlMicros, Terms.BACKGROUND, flags.maxAttempts(), flags.maxFails());
    }

    /**
     * For {@code run}: the job lives as long as its client waits. The wait has a minimum, so that a worker that is
     * already waiting can take the job.
     */
    Terms foreground(long ttrMicros, long waitMicros) {
        return get(ttrMicros, Terms.FOREVER, Math.max(LEAST_WAIT_MICROS, waitMicros), 0, 0);
    }

    private Terms get(long ttr, long ttl, long wait, int maxAttempts, int maxFails) {
        long mixed = (ttr * 31 + ttl) * 31 + wait + maxAttempts * 7919L + maxFails * 104_729L;
        int slot = (int) ((mixed * 0x9E3779B97F4A7C15L) >>> 56);
        Terms kept = known[slot];
        if (kept == null
                || kept.leaseMicros() != ttr
                || kept.ttlMicros() != ttl
                || kept.waitMicros() != wait
                || kept.retry().maxAttempts() != maxAttempts
                || kept.retry().maxFails() != maxFails) {
            long keep = wait == Terms.BACKGROUND ? Terms.FOREVER : 0;
            kept = new Terms(ttr, 0, ttl, keep, wait, retry(maxAttempts, maxFails));
            known[slot] = kept;
        }
        return kept;
    }

    private static RetryPolicy retry(int maxAttempts, int maxFails) {
        return maxAttempts == 0 && maxFails == 0
                ? RetryPolicy.UNTIL_FAILED
                : new RetryPolicy(RetryPolicy.Rule.ATTEMPTS, maxAttempts, maxFails, 0, List.of());
    }
}
