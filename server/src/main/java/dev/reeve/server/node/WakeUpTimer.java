package dev.reeve.server.node;

import org.jspecify.annotations.Nullable;

/**
 * The node's one alarm, set to the next moment at which there is something to do. Alarms go by how long the machine has
 * been awake, moments by its wall clock: when that is set forward, or the machine has slept, a moment comes sooner than the
 * alarm would ring. So it looks at the clock now and then while it waits for one.
 */
final class WakeUpTimer {
    private static final long NEVER = Long.MAX_VALUE;
    private static final long FARTHEST_MICROS = 1_000_000;

    private final Loop loop;
    private final Clock clock;
    private final Runnable task;
    private long setForMicros = NEVER;
    private Loop.@Nullable Alarm alarm;

    WakeUpTimer(Loop loop, Clock clock, Runnable task) {
        this.loop = loop;
        this.clock = clock;
        this.task = task;
    }

    void wakeAt(long atMicros) {
        if (atMicros == NEVER || (alarm != null && setForMicros <= atMicros)) {
            return;
        }
        if (alarm != null) {
            alarm.cancel();
        }
        setForMicros = atMicros;
        long delay = Math.max(0, Math.min(FARTHEST_MICROS, atMicros - clock.nowMicros()));
        alarm = loop.schedule(this::ring, delay);
    }

    private void ring() {
        alarm = null;
        setForMicros = NEVER;
        task.run();
    }
}
