package dev.reeve.node;

import java.time.Instant;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A monotonic wall clock. While the wall clock is behind the last time returned (it was set back, or was ahead before a
 * restart), time advances with the monotonic clock of the machine.
 */
public final class ServerClock implements Clock {
    private static final Logger log = LoggerFactory.getLogger(ServerClock.class);

    private final LongSupplier wallMicros;
    private final LongSupplier nanos;
    private long lastMicros;
    private long lastNanos;
    private boolean behind;

    /** @param notBeforeMicros the latest time used before */
    public ServerClock(long notBeforeMicros) {
        this(notBeforeMicros, ServerClock::wallMicros, System::nanoTime);
    }

    ServerClock(long notBeforeMicros, LongSupplier wallMicros, LongSupplier nanos) {
        this.wallMicros = wallMicros;
        this.nanos = nanos;
        this.lastMicros = notBeforeMicros;
        this.lastNanos = nanos.getAsLong();
    }

    @Override
    public synchronized long nowMicros() {
        long wall = wallMicros.getAsLong();
        long nano = nanos.getAsLong();
        if (wall < lastMicros) {
            warnOnce(wall);
            long elapsed = Math.max(0, (nano - lastNanos) / 1000);
            lastMicros += elapsed;
            lastNanos += elapsed * 1000;
            return lastMicros;
        }
        behind = false;
        lastMicros = wall;
        lastNanos = nano;
        return wall;
    }

    private void warnOnce(long wall) {
        if (!behind) {
            behind = true;
            log.warn(
                    "system clock is {} ms behind the last time used; using the monotonic clock until it has caught up",
                    (lastMicros - wall) / 1000);
        }
    }

    private static long wallMicros() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000 + now.getNano() / 1000;
    }
}
