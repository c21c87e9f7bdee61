package dev.reeve.journal.local;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs a stalled disk write or sync: after ten seconds, then each time the duration has doubled. */
final class StallWarning {
    private static final Logger log = LoggerFactory.getLogger(StallWarning.class);
    private static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(10);

    private long warnAtNanos = FIRST_NANOS;

    /** @param busyNanos how long the current write or sync has been running */
    void check(long busyNanos) {
        if (busyNanos < FIRST_NANOS) {
            warnAtNanos = FIRST_NANOS;
        } else if (busyNanos >= warnAtNanos) {
            warnAtNanos = 2 * busyNanos;
            log.warn("disk write stalled for {} s, replies are blocked", TimeUnit.NANOSECONDS.toSeconds(busyNanos));
        }
    }
}
