package dev.reeve.node;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** A loop that is run by the test, with timers on a manual clock. */
public final class ManualLoop implements Loop {
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private final List<ManualAlarm> timers = new ArrayList<>();
    private final ArrayDeque<Runnable> nextTurn = new ArrayDeque<>();
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

    @Override
    public void nextTurn(Runnable task) {
        nextTurn.add(task);
    }

    /** Runs all due tasks, those of later turns too. */
    public void turn() {
        while (step()) {
            // Runs one task at a time.
        }
    }

    /** Runs all due tasks up to the next poll for input. */
    public void oneTurn() {
        while (!tasks.isEmpty() || queueDueAlarms()) {
            tasks.remove().run();
        }
    }

    /** Polls for input: those who left their tasks for the next turn run now. */
    public void poll() {
        tasks.addAll(nextTurn);
        nextTurn.clear();
        oneTurn();
    }

    /** Runs the next due task; false if there is none. */
    public boolean step() {
        if (tasks.isEmpty() && !queueDueAlarms()) {
            tasks.addAll(nextTurn);
            nextTurn.clear();
        }
        Runnable task = tasks.poll();
        if (task != null) {
            task.run();
        }
        return task != null;
    }

    private boolean queueDueAlarms() {
        List<ManualAlarm> due =
                timers.stream().filter(a -> a.atMicros <= clock.nowMicros()).toList();
        timers.removeAll(due);
        due.forEach(alarm -> tasks.add(alarm.task));
        return !due.isEmpty();
    }

    /** Advances the clock and runs the due tasks. */
    public void advanceMillis(long millis) {
        clock.advanceMillis(millis);
        turn();
    }

    private record ManualAlarm(long atMicros, Runnable task) {}
}
