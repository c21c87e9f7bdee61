package dev.reeve.node;

/** A server clock on two clocks that are set by a test: the wall clock and the monotonic clock. */
public final class SteppedClock {
    private long wallMicros;
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
    public void pass(long micros) {
        wallMicros += micros;
        uptime.set(uptime.nowMicros() + micros);
    }

    /** Sets the wall clock. */
    public void jump(long micros) {
        wallMicros += micros;
    }
}
