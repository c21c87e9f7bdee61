package dev.reeve.node;

/** A server clock on two clocks that are set by a test: the wall clock and the monotonic clock. */
public final class SteppedClock {
    private static final long DRIFT_MICROS = 1_000_000;

    private volatile long wallMicros;
    private long jumpedAtMicros;
    private final ManualClock uptime = new ManualClock(0);

    public SteppedClock(long wallMicros) {
        this.wallMicros = wallMicros;
    }

    /** The clock of a server that starts now. */
    public Clock server(long notBeforeMicros) {
        return new ServerClock(notBeforeMicros, () -> wallMicros, () -> uptime.nowMicros() * 1000);
    }

    /** The monotonic clock, which timers use. */
    public ManualClock uptime() {
        return uptime;
    }

    public long wallMicros() {
        return wallMicros;
    }

    /** Advances both clocks. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // Only the test writes it.
    public void pass(long micros) {
        wallMicros += micros;
        uptime.set(uptime.nowMicros() + micros);
    }

    /** For how long the two clocks have advanced together. A jump of a second is no more than drift. */
    public long stableForMicros() {
        return uptime.nowMicros() - jumpedAtMicros;
    }

    /** Sets the wall clock. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // Only the test writes it.
    public void jump(long micros) {
        jumpedAtMicros = Math.abs(micros) > DRIFT_MICROS ? uptime.nowMicros() : jumpedAtMicros;
        wallMicros += micros;
    }
}
