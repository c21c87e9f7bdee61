package dev.reeve.server.node;

/** The server's clock on a machine whose clocks a test sets: the wall clock, and the one that only counts. */
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

    /** What the machine's alarms go by. */
    public ManualClock uptime() {
        return uptime;
    }

    public long wallMicros() {
        return wallMicros;
    }

    /** Lets time pass. */
    public void pass(long micros) {
        wallMicros += micros;
        uptime.set(uptime.nowMicros() + micros);
    }

    /** Somebody sets the wall clock. */
    public void jump(long micros) {
        wallMicros += micros;
    }
}
