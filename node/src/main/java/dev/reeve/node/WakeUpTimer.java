package dev.reeve.node;

import org.jspecify.annotations.Nullable;

/**
 * A timer of the node, set to the next deadline by one clock. The timers of the loop run on monotonic time, most deadlines on
 * wall-clock time. When the wall clock is set forward, or the machine was suspended, a deadline comes before the timer
 * fires. So the timer fires at least once a second while a deadline is set.
 */
final class WakeUpTimer {
    private static final long MAX_DELAY_MICROS = 1_000_000;

    private final Loop loop;
    private final Clock clock;
    private final Runnable task;
    private long setForMicros = Timers.NEVER;
    private Loop.@Nullable Alarm alarm;

    WakeUpTimer(Loop loop, Clock clock, Runnable task) {
        this.loop = loop;
        this.clock = clock;
        this.task = task;
    }

    void wakeAt(long atMicros) {
        if (atMicros == Timers.NEVER || (alarm != null && setForMicros <= atMicros)) {
            return;
        }
        if (alarm != null) {
            alarm.cancel();
        }
        setForMicros = atMicros;
        long delay = Math.max(0, Math.min(MAX_DELAY_MICROS, atMicros - clock.nowMicros()));
        alarm = loop.schedule(this::fire, delay);
    }

    private void fire() {
        alarm = null;
        setForMicros = Timers.NEVER;
        task.run();
    }
}
