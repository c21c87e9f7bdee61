package dev.reeve.server.journal;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warns of syncs that take too long: the first at once, then a line every ten seconds at most. Journal thread. */
final class SlowSyncWarning {
    private static final Logger log = LoggerFactory.getLogger(SlowSyncWarning.class);
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final long slowNanos;
    private boolean told;
    private long toldAtNanos;
    private long count;
    private long slowestNanos;

    SlowSyncWarning(long slowMillis) {
        this.slowNanos = TimeUnit.MILLISECONDS.toNanos(slowMillis);
    }

    void took(long startNanos, long endNanos) {
        long tookNanos = endNanos - startNanos;
        if (tookNanos < slowNanos) {
            return;
        }
        count++;
        slowestNanos = Math.max(slowestNanos, tookNanos);
        if (!told || endNanos - toldAtNanos >= PAUSE_NANOS) {
            log.warn(
                    "slow disk: {} syncs took {} ms or longer, the slowest {} ms",
                    count,
                    TimeUnit.NANOSECONDS.toMillis(slowNanos),
                    TimeUnit.NANOSECONDS.toMillis(slowestNanos));
            told = true;
            toldAtNanos = endNanos;
            count = 0;
            slowestNanos = 0;
        }
    }
}
