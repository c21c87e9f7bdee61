package dev.reeve.node;

import dev.reeve.engine.Engine;
import dev.reeve.engine.EngineView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The calls that wait for a job, by queue, in order of arrival.
 *
 * <p>A waiter is either parked or has a pending Acquire. If the Acquire returns no job, the waiter is parked again at
 * its old position.
 *
 * <p>Invariant: a queue never has more pending Acquires than jobs that are certainly ready, but one is always allowed
 * if a job may be ready. After each Acquire its queues are re-checked, so no ready job is missed. Among several queues
 * with ready jobs, the queue whose first waiter arrived first is served first. So a call that waits for several queues
 * overtakes no other waiter.
 */
final class LeaseWaiters {
    private static final long NO_CHECK = Long.MAX_VALUE;
    /** Estimated memory of one parked entry in one queue, its name included. */
    private static final long ENTRY_BYTES = 256;
    /** A waiter with at most this many queues uses no more memory than its connection and is not limited. */
    private static final int FEW_QUEUES = 8;
    /** So many queues keep their state while nobody waits, because most leases wait for nothing and come again. */
    private static final int KEPT_STATES = 64;

    private final Map<String, QueueState> byQueue = new HashMap<>();
    private final PriorityQueue<Check> checks = new PriorityQueue<>(Comparator.comparingLong(Check::arrival));
    private final Supplier<Engine> engine;
    private long nextPollMicros = Timers.NEVER;
    private int count;
    private long parkedEntries;

    LeaseWaiters(Supplier<Engine> engine) {
        this.engine = engine;
    }

    private static final class QueueState {
        final TreeMap<Long, LeaseWaiter> parked = new TreeMap<>();
        int pendingAcquires;

        /** The arrival number of the first waiter for which a check of the queue is scheduled. */
        long checkArrival = NO_CHECK;
    }

    /**
     * A scheduled check of a queue, on behalf of its first waiter. A check whose arrival differs from the queue state
     * is outdated.
     */
    private record Check(long arrival, String queue) {}

    /** The number of parked waiters. */
    int count() {
        return count;
    }

    /** Whether one more waiter for these queues stays within the memory limit for all waiters. */
    boolean mayPark(List<String> queues, long maxBytes) {
        return queues.size() <= FEW_QUEUES || (parkedEntries + queues.size()) * ENTRY_BYTES <= maxBytes;
    }

    void park(LeaseWaiter waiter) {
        count++;
        parkedEntries += waiter.queues().size();
        for (String queue : waiter.queues()) {
            QueueState state = state(queue);
            state.parked.put(waiter.arrival, waiter);
            if (state.checkArrival != NO_CHECK) {
                scheduleCheck(queue, state);
            }
            watch(queue);
        }
    }

    void unpark(LeaseWaiter waiter) {
        count--;
        parkedEntries -= waiter.queues().size();
        for (String queue : waiter.queues()) {
            QueueState state = state(queue);
            state.parked.remove(waiter.arrival);
            removeIfIdle(queue, state);
        }
    }

    /** Counts a pending Acquire. If it meets an expired lease and returns no job, its waiter retries before others. */
    void acquireSubmitted(LeaseWaiter waiter) {
        for (String queue : waiter.queues()) {
            state(queue).pendingAcquires++;
        }
    }

    void acquireApplied(LeaseWaiter waiter) {
        for (String queue : waiter.queues()) {
            QueueState state = state(queue);
            state.pendingAcquires--;
            removeIfIdle(queue, state);
        }
    }

    /**
     * The earliest time at which an Acquire of one of the queues may find a job that no pending Acquire takes: {@link
     * EngineView#NOW} if one is ready. Of several queues, one that needs a tick first counts more than one with a ready
     * job, so that the tick serves those who wait already.
     *
     * @param nowMicros the time up to which a tick is needed
     */
    long readyAtMicros(LeaseWaiter waiter, long nowMicros) {
        EngineView current = engine.get();
        long earliest = Timers.NEVER;
        for (String queue : waiter.queues()) {
            QueueState state = byQueue.get(queue);
            long readyAt = current.readyAtMicros(queue, state == null ? 0 : state.pendingAcquires);
            if (readyAt != EngineView.NOW && readyAt <= nowMicros) {
                return readyAt;
            }
            earliest = Math.min(earliest, readyAt);
        }
        return earliest;
    }

    /** Schedules a check of the queue, because one of its jobs may be ready for a waiter. */
    void recheck(String queue) {
        QueueState state = byQueue.get(queue);
        if (state != null && !state.parked.isEmpty()) {
            scheduleCheck(queue, state);
        }
    }

    private void scheduleCheck(String queue, QueueState state) {
        long first = state.parked.firstKey();
        if (first < state.checkArrival) {
            state.checkArrival = first;
            checks.add(new Check(first, queue));
        }
    }

    /** The next waiter that should submit its Acquire; null if there is none. */
    @Nullable
    LeaseWaiter next() {
        Check check;
        while ((check = checks.peek()) != null) {
            QueueState state = byQueue.get(check.queue);
            if (state == null || state.checkArrival != check.arrival) {
                checks.poll();
                continue;
            }
            boolean servable = !state.parked.isEmpty()
                    && engine.get().readyAtMicros(check.queue, state.pendingAcquires) == EngineView.NOW;
            if (servable && state.parked.firstKey() == check.arrival) {
                return state.parked.firstEntry().getValue();
            }
            checks.poll();
            state.checkArrival = NO_CHECK;
            if (servable) {
                scheduleCheck(check.queue, state);
            }
        }
        return null;
    }

    /** Schedules a check of all queues, because the engine was replaced or pending Acquires were discarded. */
    void recheckAll() {
        unwatch();
        for (String queue : parkedQueues()) {
            recheck(queue);
            watch(queue);
        }
    }

    /** Whether a waiter for this queue is parked. */
    boolean anyParked(String queue) {
        QueueState state = byQueue.get(queue);
        return state != null && !state.parked.isEmpty();
    }

    /** How many waiters for this queue are parked. */
    int parked(String queue) {
        QueueState state = byQueue.get(queue);
        return state == null ? 0 : state.parked.size();
    }

    /** Includes the queue in {@link #nextPollMicros}. */
    void watch(String queue) {
        nextPollMicros = Math.min(nextPollMicros, engine.get().nextPollMicros(queue));
    }

    /** Removes all queues from {@link #nextPollMicros}. */
    void unwatch() {
        nextPollMicros = Timers.NEVER;
    }

    /** The earliest time at which a watched queue may have a job that is due by its client clock. */
    long nextPollMicros() {
        return nextPollMicros;
    }

    /** The queues with parked waiters. */
    List<String> parkedQueues() {
        return byQueue.keySet().stream().filter(this::anyParked).toList();
    }

    /** All parked waiters in order of arrival. */
    List<LeaseWaiter> all() {
        TreeMap<Long, LeaseWaiter> all = new TreeMap<>();
        for (QueueState state : byQueue.values()) {
            all.putAll(state.parked);
        }
        return new ArrayList<>(all.values());
    }

    private QueueState state(String queue) {
        return byQueue.computeIfAbsent(queue, name -> new QueueState());
    }

    private void removeIfIdle(String queue, QueueState state) {
        if (state.parked.isEmpty() && state.pendingAcquires == 0 && byQueue.size() > KEPT_STATES) {
            byQueue.remove(queue);
        }
    }
}
