package dev.reeve.net.testing;

import dev.reeve.net.NettyLoop;
import dev.reeve.node.Loop;
import dev.reeve.node.ManualClock;
import java.util.ArrayList;
import java.util.List;

/** The real event loop, with timers on a manual clock. */
final class TestLoop implements Loop {
    private final NettyLoop loop;
    private final ManualClock clock;
    private final List<ManualAlarm> alarms = new ArrayList<>();

    TestLoop(NettyLoop loop, ManualClock clock) {
        this.loop = loop;
        this.clock = clock;
    }

    private static final class ManualAlarm {
        final long atMicros;
        final Runnable task;

        ManualAlarm(long atMicros, Runnable task) {
            this.atMicros = atMicros;
            this.task = task;
        }
    }

    @Override
    public boolean inLoop() {
        return loop.inLoop();
    }

    @Override
    public void execute(Runnable task) {
        loop.execute(task);
    }

    @Override
    public Alarm schedule(Runnable task, long delayMicros) {
        ManualAlarm alarm = new ManualAlarm(clock.nowMicros() + delayMicros, task);
        alarms.add(alarm);
        return () -> alarms.remove(alarm);
    }

    @Override
    public void nextTurn(Runnable task) {
        loop.nextTurn(task);
    }

    /** Runs the due timers. Event loop only. */
    void ring() {
        List<ManualAlarm> due = alarms.stream()
                .filter(alarm -> alarm.atMicros <= clock.nowMicros())
                .toList();
        alarms.removeAll(due);
        due.forEach(alarm -> alarm.task.run());
    }
}
