package dev.reeve.node;

import java.util.Comparator;
import java.util.TreeSet;

/** The deadlines of all blocked calls, earliest first. */
final class WaitDeadlines {
    static final long NEVER = Long.MAX_VALUE;

    private final TreeSet<Timed> byDeadline =
            new TreeSet<>(Comparator.comparingLong(Timed::deadlineMicros).thenComparingLong(Timed::arrival));

    /** A call with a deadline. {@code arrival} is unique. */
    interface Timed {
        long arrival();

        long deadlineMicros();

        void expire();
    }

    /** The deadline of a wait that begins now. */
    static long after(long nowMicros, long waitMicros) {
        return waitMicros > NEVER - nowMicros ? NEVER : nowMicros + waitMicros;
    }

    void add(Timed timed) {
        if (timed.deadlineMicros() != NEVER) {
            byDeadline.add(timed);
        }
    }

    void remove(Timed timed) {
        byDeadline.remove(timed);
    }

    long nextMicros() {
        return byDeadline.isEmpty() ? NEVER : byDeadline.first().deadlineMicros();
    }

    void fire(long nowMicros) {
        while (!byDeadline.isEmpty() && byDeadline.first().deadlineMicros() <= nowMicros) {
            Timed due = byDeadline.first();
            byDeadline.remove(due);
            due.expire();
        }
    }
}
