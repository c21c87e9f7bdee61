package dev.reeve.server.tally;

import java.util.concurrent.atomic.AtomicLong;

/** A number that one thread at a time changes and any may read. */
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
