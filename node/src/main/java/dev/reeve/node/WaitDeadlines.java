package dev.reeve.node;

import java.util.Comparator;
import java.util.TreeSet;

/** The deadlines of all blocked calls, earliest first. */
final class WaitDeadlines {
    static final long NEVER = Long.MAX_VALUE;

    private final TreeSet<BlockedCall<?>> byDeadline =
            new TreeSet<>(Comparator.<BlockedCall<?>>comparingLong(waiter -> waiter.deadlineMicros)
                    .thenComparingLong(waiter -> waiter.arrival));

    /** The deadline of a wait that begins now. */
    static long after(long nowMicros, long waitMicros) {
        return waitMicros > NEVER - nowMicros ? NEVER : nowMicros + waitMicros;
    }

    void add(BlockedCall<?> waiter) {
        if (waiter.deadlineMicros != NEVER) {
            byDeadline.add(waiter);
        }
    }

    void remove(BlockedCall<?> waiter) {
        byDeadline.remove(waiter);
    }

    long nextMicros() {
        return byDeadline.isEmpty() ? NEVER : byDeadline.first().deadlineMicros;
    }

    void fire(long nowMicros) {
        while (!byDeadline.isEmpty() && byDeadline.first().deadlineMicros <= nowMicros) {
            BlockedCall<?> due = byDeadline.first();
            byDeadline.remove(due);
            due.expire();
        }
    }
}
