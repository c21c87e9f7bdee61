package dev.reeve.engine.limit;

import dev.reeve.engine.collection.DeadlineHeap;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.queue.JobQueue;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** When rates let another job start: at most one time for each key and each queue. */
public final class RateTimers {
    /**
     * A time, and the key or else the queue that it is for.
     *
     * @param queueNumber 0 for a key
     * @param key empty for a queue
     */
    public record Timer(long atMicros, long queueNumber, String key) {}

    private static final Comparator<Timer> ORDER = Comparator.comparingLong(Timer::atMicros)
            .thenComparingLong(Timer::queueNumber)
            .thenComparing(Timer::key);

    private final RankedSet<Timer> timers = new RankedSet<>(ORDER);

    RateTimers() {}

    /** The timer with the earliest time; null if there is none. */
    public @Nullable Timer first() {
        return timers.first();
    }

    void set(LimitKey key, long atMicros) {
        if (key.timerMicros() != atMicros) {
            replace(new Timer(key.timerMicros(), 0, key.name()), new Timer(atMicros, 0, key.name()));
            key.timerMicros(atMicros);
        }
    }

    void set(JobQueue queue, long atMicros) {
        if (queue.timerMicros() != atMicros) {
            replace(new Timer(queue.timerMicros(), queue.number(), ""), new Timer(atMicros, queue.number(), ""));
            queue.timerMicros(atMicros);
        }
    }

    private void replace(Timer before, Timer after) {
        if (before.atMicros() != DeadlineHeap.NEVER) {
            timers.remove(before);
        }
        if (after.atMicros() != DeadlineHeap.NEVER) {
            timers.add(after);
        }
    }

    /** All timers, by time. */
    public RankedSet<Timer> all() {
        return timers;
    }

    void clear() {
        timers.clear();
    }
}
