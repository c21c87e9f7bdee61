package dev.reeve.server.journal;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warns of a disk that does not come to an end: after ten seconds, then when it has taken twice as long, and so on. */
final class StallWarning {
    private static final Logger log = LoggerFactory.getLogger(StallWarning.class);
    private static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(10);

    private long tellAtNanos = FIRST_NANOS;

    /** @param busyNanos how long the disk has been at the same write or sync */
    void look(long busyNanos) {
        if (busyNanos < FIRST_NANOS) {
            tellAtNanos = FIRST_NANOS;
        } else if (busyNanos >= tellAtNanos) {
            tellAtNanos = 2 * busyNanos;
            log.warn(
                    "the disk has been at one write for {} s; who waits for it is not answered",
                    TimeUnit.NANOSECONDS.toSeconds(busyNanos));
        }
    }
}
