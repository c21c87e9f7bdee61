package dev.reeve.server.node;

/** A clock that a test sets. */
public final class ManualClock implements Clock {
    private volatile long nowMicros;

    public ManualClock(long startMicros) {
        nowMicros = startMicros;
    }

    @Override
    public long nowMicros() {
        return nowMicros;
    }

    public void set(long micros) {
        nowMicros = micros;
    }

    public void advanceMillis(long millis) {
        nowMicros += millis * 1000;
    }
}
