package dev.reeve.node;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A wall clock that never goes back, and does not follow a system clock that is wrong for a short time.
 *
 * <p>While the system clock is behind the last time returned (it was set back, or was ahead before a restart), time
 * advances with the monotonic clock of the machine. It does the same while the system clock is more than a minute ahead
 * of the monotonic clock. Such a jump is followed only after the two have advanced together for a while. After a start
 * the time used last takes the place of the monotonic clock, and may be much older: the server was off.
 *
 * <p>The system clock is read once a millisecond at most, because that takes longer than to read the monotonic clock. In between time
 * advances with the latter, so the two may differ by some microseconds.
 */
public final class ServerClock implements Clock {
    private static final Logger log = LoggerFactory.getLogger(ServerClock.class);
    private static final long JUMP_MICROS = TimeUnit.MINUTES.toMicros(1);
    /** A machine that was suspended is ahead by this at most, unless it was off for very long. */
    private static final long LARGE_JUMP_MICROS = TimeUnit.DAYS.toMicros(1);

    private static final long LONGEST_DOWNTIME_MICROS = TimeUnit.DAYS.toMicros(30);
    private static final long STABLE_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long STABLE_AFTER_LARGE_JUMP_NANOS = TimeUnit.MINUTES.toNanos(10);
    /** How far the two clocks may drift apart while a jump counts as stable. */
    private static final long DRIFT_MICROS = TimeUnit.SECONDS.toMicros(1);

    /** For so long after a reading of the system clock the monotonic clock is enough. */
    private static final long TRUSTED_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** A server that is ahead by less than this has only advanced with the monotonic clock since the last reading. */
    private static final long DIFFERENCE_MICROS = TimeUnit.MILLISECONDS.toMicros(1);

    private final LongSupplier systemMicros;
    private final LongSupplier nanos;
    private long trustedUpToNanos;
    private long lastMicros;
    private long lastNanos;
    private long offsetMicros;
    private long followUpToMicros;
    private boolean behind;
    private boolean holding;
    private long heldLeadMicros;
    private long heldSinceNanos;

    /** @param notBeforeMicros the latest time used before; 0 if there was none */
    public ServerClock(long notBeforeMicros) {
        this(notBeforeMicros, ServerClock::systemMicros, System::nanoTime);
    }

    /** A server clock on other clocks, for tests. */
    ServerClock(long notBeforeMicros, LongSupplier systemMicros, LongSupplier nanos) {
        this.systemMicros = systemMicros;
        this.nanos = nanos;
        this.lastMicros = notBeforeMicros;
        this.lastNanos = nanos.getAsLong();
        this.trustedUpToNanos = lastNanos;
        this.followUpToMicros = notBeforeMicros == 0 ? Long.MAX_VALUE : LONGEST_DOWNTIME_MICROS;
    }

    @Override
    public synchronized long nowMicros() {
        long nano = nanos.getAsLong();
        if (nano - trustedUpToNanos < 0) {
            advance(nano);
        } else {
            readSystemClock(nano);
        }
        return lastMicros;
    }

    private void advance(long nano) {
        long elapsed = Math.max(0, (nano - lastNanos) / 1000);
        lastMicros += elapsed;
        lastNanos += elapsed * 1000;
    }

    private void readSystemClock(long nano) {
        trustedUpToNanos = nano + TRUSTED_NANOS;
        long system = systemMicros.getAsLong();
        long elapsed = Math.max(0, (nano - lastNanos) / 1000);
        long lead = system - (lastMicros + elapsed);
        boolean jumped = lead > followUpToMicros && !isStable(lead, nano);
        // From the first reading on, the monotonic clock tells how much time has passed.
        followUpToMicros = Math.min(followUpToMicros, JUMP_MICROS);
        if (jumped || system < lastMicros) {
            advance(nano);
        } else {
            lastMicros = system;
            lastNanos = nano;
        }
        long ahead = lastMicros - system;
        offsetMicros = ahead > 0 && ahead <= DIFFERENCE_MICROS ? 0 : ahead;
        if (!jumped) {
            endHold();
            warnIfBehind();
        }
    }

    @Override
    public synchronized void notBefore(long micros) {
        if (micros > nowMicros()) {
            lastMicros = micros;
            lastNanos = nanos.getAsLong();
        }
    }

    @Override
    public long uptimeMicros() {
        return nanos.getAsLong() / 1000;
    }

    @Override
    public synchronized long offsetMicros() {
        readSystemClock(nanos.getAsLong());
        return offsetMicros;
    }

    /** Whether the system clock has been ahead by the same time for long enough to be followed. */
    private boolean isStable(long leadMicros, long nano) {
        if (!holding || Math.abs(leadMicros - heldLeadMicros) > DRIFT_MICROS) {
            warnOnce(leadMicros);
            holding = true;
            heldLeadMicros = leadMicros;
            heldSinceNanos = nano;
            return false;
        }
        long neededNanos = leadMicros > LARGE_JUMP_MICROS ? STABLE_AFTER_LARGE_JUMP_NANOS : STABLE_NANOS;
        if (nano - heldSinceNanos < neededNanos) {
            return false;
        }
        log.warn(
                "following the system clock, which has been {} ahead for {}",
                text(leadMicros),
                textOfNanos(neededNanos));
        holding = false;
        return true;
    }

    private void warnOnce(long leadMicros) {
        if (!holding) {
            log.warn(
                    "system clock is {} ahead of the time that has passed; using the monotonic clock"
                            + " until it has come back, or has been stable for {}",
                    text(leadMicros),
                    textOfNanos(leadMicros > LARGE_JUMP_MICROS ? STABLE_AFTER_LARGE_JUMP_NANOS : STABLE_NANOS));
        }
    }

    private void endHold() {
        if (holding) {
            holding = false;
            log.info("system clock has come back");
        }
    }

    private void warnIfBehind() {
        boolean wasBehind = behind;
        behind = offsetMicros > 0;
        if (behind && !wasBehind) {
            log.warn(
                    "system clock is {} ms behind the last time used; using the monotonic clock until it has caught up",
                    offsetMicros / 1000);
        }
    }

    /** A duration as text, in whole seconds, such as 2h3m4s. */
    private static String text(long micros) {
        return Duration.ofSeconds(micros / 1_000_000)
                .toString()
                .substring("PT".length())
                .toLowerCase(Locale.ROOT);
    }

    private static String textOfNanos(long nanos) {
        return text(nanos / 1000);
    }

    private static long systemMicros() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000 + now.getNano() / 1000;
    }
}
