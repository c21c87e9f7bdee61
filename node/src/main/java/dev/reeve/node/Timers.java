package dev.reeve.node;

import dev.reeve.engine.command.Tick;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * All that happens by time: engine deadlines, schedules, jobs that become due by a client clock while a call waits for them, and
 * wait deadlines. The engine time advances only with entries. So a due deadline needs a {@link Tick}, unless a pending
 * entry already advances the time past it.
 */
final class Timers {
    static final long NEVER = Long.MAX_VALUE;
    private static final long POLL_MICROS = 20_000;

    private final Clock clock;
    private final JournalCapacity capacity;
    private final LiveEngine live;
    private final ApplyOrder order;
    private final LeaseWaiters leaseWaiters;
    private final TreeSet<BlockedCall<?>> callsByDeadline =
            new TreeSet<>(Comparator.<BlockedCall<?>>comparingLong(call -> call.deadlineMicros)
                    .thenComparingLong(call -> call.arrival));
    private final ScheduleTimer schedules;
    private final WakeUpTimer wakeUpTimer;
    private final WakeUpTimer waitTimer;
    private boolean stopped;

    Timers(
            Clock clock,
            JournalCapacity capacity,
            LiveEngine live,
            ApplyOrder order,
            LeaseWaiters leaseWaiters,
            ScheduleTimer schedules) {
        this.clock = clock;
        this.capacity = capacity;
        this.live = live;
        this.order = order;
        this.leaseWaiters = leaseWaiters;
        this.schedules = schedules;
        this.wakeUpTimer = new WakeUpTimer(live.loop(), clock, this::fire);
        this.waitTimer = new WakeUpTimer(live.loop(), clock::uptimeMicros, this::fire);
    }

    /** The deadline of a wait that begins now. */
    long after(long waitMicros) {
        long now = clock.uptimeMicros();
        return waitMicros > NEVER - Math.max(0, now) ? NEVER : now + waitMicros;
    }

    /** Expires the call at its deadline. */
    void add(BlockedCall<?> call) {
        if (call.deadlineMicros != NEVER) {
            callsByDeadline.add(call);
        }
    }

    void remove(BlockedCall<?> call) {
        callsByDeadline.remove(call);
    }

    /** Sets the timers to the earliest deadlines. */
    void schedule() {
        long pollDue = capacity.admitsTicks() ? leaseWaiters.nextPollMicros() : NEVER;
        if (order.ticks()) {
            long deadline = tickNeeded() ? live.nextDeadlineMicros() : NEVER;
            long next = Math.min(deadline, pollDue);
            wakeUpTimer.wakeAt(stopped ? next : Math.min(next, schedules.nextMicros()));
        } else if (pollDue != NEVER) {
            // Another node gives the time, and its clock may be behind.
            wakeUpTimer.wakeAt(Math.max(pollDue, clock.nowMicros() + POLL_MICROS));
        }
        waitTimer.wakeAt(callsByDeadline.isEmpty() ? NEVER : callsByDeadline.first().deadlineMicros);
    }

    /** Disables all deadlines. */
    void stop() {
        stopped = true;
    }

    /** Fires all that is due. */
    void fire() {
        if (stopped || live.failure() != null) {
            return;
        }
        long now = clock.nowMicros();
        boolean pollDue = leaseWaiters.nextPollMicros() <= now;
        List<String> queues = pollDue ? leaseWaiters.parkedQueues() : List.of();
        // Scheduled before the tick is applied, so that all waiters are served in order of arrival.
        queues.forEach(leaseWaiters::recheck);
        if (order.ticks()) {
            tickIfDue(now);
        }
        if (pollDue) {
            recheckParkedQueues(queues, now);
        }
        expireCalls(clock.uptimeMicros());
        live.scheduleEndOfTurn();
    }

    private void expireCalls(long uptimeMicros) {
        while (!callsByDeadline.isEmpty() && callsByDeadline.first().deadlineMicros <= uptimeMicros) {
            BlockedCall<?> call = callsByDeadline.first();
            callsByDeadline.remove(call);
            call.expire();
        }
    }

    /** Appends a tick if an engine deadline is due, and the times of schedules, so that they take effect before a call. */
    void tickIfDue(long nowMicros) {
        tickIfDue(nowMicros, live.nextDeadlineMicros());
    }

    /** The same before a read: it does not hasten what it need not see, so that many reads are not many ticks. */
    void tickBeforeRead(long nowMicros) {
        tickIfDue(nowMicros, live.nextVisibleDeadlineMicros());
    }

    private void tickIfDue(long nowMicros, long deadlineMicros) {
        if (!stopped && order.ticks()) {
            schedules.fire(nowMicros);
        }
        if (deadlineMicros <= nowMicros && tickNeeded()) {
            tick();
        }
    }

    /** Starts runs of schedules that wait for nothing any more. Returns whether a caller has to look behind them. */
    boolean startFreeRuns() {
        return !stopped && schedules.startFreeRuns();
    }

    /** Appends a tick if the journal accepts writes. */
    void tick() {
        if (capacity.admitsTicks()) {
            order.append(new Tick(), CommandEnd.ignored());
        }
    }

    /**
     * Re-checks these queues, and watches them for their next due job. A job that is due by its client clock needs a tick
     * first, because no engine deadline covers it.
     */
    private void recheckParkedQueues(List<String> queues, long nowMicros) {
        leaseWaiters.unwatch();
        if (queues.stream().anyMatch(queue -> live.engine().nextPollMicros(queue) <= nowMicros)) {
            tick();
        }
        order.enqueue(() -> queues.forEach(queue -> {
            leaseWaiters.recheck(queue);
            leaseWaiters.watch(queue);
        }));
    }

    /** Whether the next deadline needs a tick: no pending entry covers it, and the journal accepts writes. */
    private boolean tickNeeded() {
        return !order.passes(live.nextDeadlineMicros()) && capacity.admitsTicks();
    }
}
