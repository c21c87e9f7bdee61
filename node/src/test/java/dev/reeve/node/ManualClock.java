package dev.reeve.node;

import java.util.concurrent.atomic.AtomicLong;

/** A clock that is set by a test. */
public final class ManualClock implements Clock {
    private final AtomicLong nowMicros;

    public ManualClock(long startMicros) {
        nowMicros = new AtomicLong(startMicros);
    }

    @Override
    public long nowMicros() {
        return nowMicros.get();
    }

    public void set(long micros) {
        nowMicros.set(micros);
    }

    public void advanceMillis(long millis) {
        nowMicros.addAndGet(millis * 1000);
    }
}
