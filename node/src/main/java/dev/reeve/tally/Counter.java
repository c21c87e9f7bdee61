package dev.reeve.tally;

import java.util.concurrent.atomic.AtomicLong;

/** A counter with a single writer at a time and any number of readers. */
public final class Counter {
    private final AtomicLong value = new AtomicLong();

    public void add(long change) {
        value.lazySet(value.getPlain() + change);
    }

    public void set(long now) {
        value.lazySet(now);
    }

    public long get() {
        return value.get();
    }
}
