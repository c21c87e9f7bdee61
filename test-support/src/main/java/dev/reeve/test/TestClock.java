package dev.reeve.test;

import dev.reeve.node.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The clock of a test's server: it stands still until the test moves it. */
public final class TestClock {
    private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

    private final AtomicLong micros = new AtomicLong(ChronoUnit.MICROS.between(Instant.EPOCH, START));
    private final Runnable moved;

    /** @param moved lets the server do what is due */
    TestClock(Runnable moved) {
        this.moved = moved;
    }

    public Instant now() {
        return Instant.EPOCH.plus(micros.get(), ChronoUnit.MICROS);
    }

    /** Time passes. Returns when the server has done what was due by then. */
    public void advance(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("time does not go back: " + time);
        }
        micros.addAndGet(time.toNanos() / 1000);
        moved.run();
    }

    Clock forServer() {
        return micros::get;
    }
}
