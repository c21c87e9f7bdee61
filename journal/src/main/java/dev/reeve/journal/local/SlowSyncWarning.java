package dev.reeve.journal.local;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs slow syncs: the first one immediately, then one summary line at most every ten seconds. Journal thread. */
final class SlowSyncWarning {
    private static final Logger log = LoggerFactory.getLogger(SlowSyncWarning.class);
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final long slowNanos;
    private boolean warned;
    private long warnedAtNanos;
    private long count;
    private long slowestNanos;

    SlowSyncWarning(long slowMillis) {
        this.slowNanos = TimeUnit.MILLISECONDS.toNanos(slowMillis);
    }

    void synced(long startNanos, long endNanos) {
        long tookNanos = endNanos - startNanos;
        if (tookNanos < slowNanos) {
            return;
        }
        count++;
        slowestNanos = Math.max(slowestNanos, tookNanos);
        if (!warned || endNanos - warnedAtNanos >= PAUSE_NANOS) {
            log.warn(
                    "slow disk: {} syncs took {} ms or longer, the slowest {} ms",
                    count,
                    TimeUnit.NANOSECONDS.toMillis(slowNanos),
                    TimeUnit.NANOSECONDS.toMillis(slowestNanos));
            warned = true;
            warnedAtNanos = endNanos;
            count = 0;
            slowestNanos = 0;
        }
    }
}
