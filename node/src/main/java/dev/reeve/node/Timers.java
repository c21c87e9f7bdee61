package dev.reeve.node;

import dev.reeve.engine.command.Tick;
import java.util.List;

/**
 * All that happens by time: engine deadlines, jobs that become due by a client clock while a call waits for them, and
 * wait deadlines. The engine time advances only with entries. So a due deadline needs a {@link Tick}, unless a pending
 * entry already advances the time past it.
 */
final class Timers {
    private final Clock clock;
    private final JournalCapacity capacity;
    private final ApplyQueue applyQueue;
    private final LeaseWaiters leaseWaiters;
    private final WaitDeadlines waitDeadlines = new WaitDeadlines();
    private final WakeUpTimer wakeUpTimer;
    private boolean stopped;

    Timers(Loop loop, Clock clock, JournalCapacity capacity, ApplyQueue applyQueue, LeaseWaiters leaseWaiters) {
        this.clock = clock;
        this.capacity = capacity;
        this.applyQueue = applyQueue;
        this.leaseWaiters = leaseWaiters;
        this.wakeUpTimer = new WakeUpTimer(loop, clock, this::fire);
    }

    WaitDeadlines waitDeadlines() {
        return waitDeadlines;
    }

    /** Sets the timer to the earliest of all deadlines. */
    void schedule() {
        long deadline = tickNeeded() ? applyQueue.nextDeadlineMicros() : WaitDeadlines.NEVER;
        long callerClockDue = capacity.admitsTicks() ? leaseWaiters.callerClockDueMicros() : WaitDeadlines.NEVER;
        wakeUpTimer.wakeAt(Math.min(Math.min(deadline, callerClockDue), waitDeadlines.nextMicros()));
    }

    /** Disables all deadlines. */
    void stop() {
        stopped = true;
    }

    private void fire() {
        if (stopped || applyQueue.failure() != null) {
            return;
        }
        long now = clock.nowMicros();
        boolean callerClockDue = leaseWaiters.callerClockDueMicros() <= now;
        List<String> queues = callerClockDue ? leaseWaiters.parkedQueues() : List.of();
        // Scheduled before the tick is applied, so that all waiters are served in order of arrival.
        queues.forEach(leaseWaiters::recheck);
        tickIfDue(now);
        if (callerClockDue) {
            recheckParkedQueues(queues, now);
        }
        waitDeadlines.fire(clock.nowMicros());
        applyQueue.scheduleEndOfTurn();
    }

    /** Appends a tick if an engine deadline is due, so that it takes effect before later reads. */
    void tickIfDue(long nowMicros) {
        if (applyQueue.nextDeadlineMicros() <= nowMicros && tickNeeded()) {
            applyQueue.append(new Tick(), CommandEnd.ignored());
        }
    }

    /** Appends a tick if a job of these queues is due by its client clock, which no engine deadline covers. */
    private void tickIfCallerClockDue(List<String> queues, long nowMicros) {
        for (String queue : queues) {
            if (applyQueue.engine().nextCallerClockDueMicros(queue) <= nowMicros) {
                tick();
                return;
            }
        }
    }

    /** Appends a tick if the journal accepts writes. */
    void tick() {
        if (capacity.admitsTicks()) {
            applyQueue.append(new Tick(), CommandEnd.ignored());
        }
    }

    /** Re-checks these queues after a tick, and watches them for their next due job. */
    private void recheckParkedQueues(List<String> queues, long nowMicros) {
        leaseWaiters.unwatch();
        tickIfCallerClockDue(queues, nowMicros);
        applyQueue.enqueue(() -> queues.forEach(queue -> {
            leaseWaiters.recheck(queue);
            leaseWaiters.watch(queue);
        }));
    }

    /** Whether the next deadline needs a tick: no pending entry covers it, and the journal accepts writes. */
    private boolean tickNeeded() {
        boolean entryPending = !applyQueue.isEmpty() && applyQueue.nextDeadlineMicros() <= applyQueue.lastEntryAt();
        return !entryPending && capacity.admitsTicks();
    }
}
