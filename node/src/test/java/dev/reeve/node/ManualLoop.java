package dev.reeve.node;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** A loop that is run by the test, with timers on a manual clock. */
public final class ManualLoop implements Loop {
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private final List<ManualAlarm> timers = new ArrayList<>();
    private final ManualClock clock;

    public ManualLoop(ManualClock clock) {
        this.clock = clock;
    }

    @Override
    public boolean inLoop() {
        return true;
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
    }

    @Override
    public Alarm schedule(Runnable task, long delayMicros) {
        ManualAlarm alarm = new ManualAlarm(clock.nowMicros() + delayMicros, task);
        timers.add(alarm);
        return () -> timers.remove(alarm);
    }

    /** Runs all due tasks. */
    public void turn() {
        while (step()) {
            // Runs one task at a time.
        }
    }

    /** Runs the next due task; false if there is none. */
    public boolean step() {
        if (tasks.isEmpty()) {
            queueDueAlarms();
        }
        Runnable task = tasks.poll();
        if (task != null) {
            task.run();
        }
        return task != null;
    }

    private void queueDueAlarms() {
        List<ManualAlarm> due =
                timers.stream().filter(a -> a.atMicros <= clock.nowMicros()).toList();
        timers.removeAll(due);
        due.forEach(alarm -> tasks.add(alarm.task));
    }

    /** Advances the clock and runs the due tasks. */
    public void advanceMillis(long millis) {
        clock.advanceMillis(millis);
        turn();
    }

    private record ManualAlarm(long atMicros, Runnable task) {}
}
