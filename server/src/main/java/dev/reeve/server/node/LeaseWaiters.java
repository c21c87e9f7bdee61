package dev.reeve.server.node;

import dev.reeve.engine.EngineView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Those who wait for a job, by queue, first come first served.
 *
 * <p>A waiter is either parked or trying: its Acquire has been submitted, and may still come back empty, in which case it
 * is parked again at its old place. A queue never has more waiters trying than it has jobs that they get for sure, or else
 * one, so nobody is overtaken while trying in vain, and whenever a try ends its queues are looked at again, so no job is left lying
 * while somebody waits for it. Among several queues with jobs, the one goes first whose first waiter came first: who waits
 * for several queues overtakes nobody in any of them.
 */
final class LeaseWaiters {
    private static final long NO_LOOK = Long.MAX_VALUE;
    /** A place in a line of one's own, with the name. */
    private static final long PLACE_BYTES = 256;
    /** Whoever waits for no more than that many queues takes no more than his connection does. */
    private static final int FEW_QUEUES = 8;

    private final Map<String, Line> lines = new HashMap<>();
    private final PriorityQueue<Look> worthALook = new PriorityQueue<>();
    private final EngineView engine;
    private long ripeAtMicros = WaitDeadlines.NEVER;
    private int count;
    private long places;

    LeaseWaiters(EngineView engine) {
        this.engine = engine;
    }

    private static final class Line {
        final TreeMap<Long, LeaseWaiter> waitHandle = new TreeMap<>();
        int trying;

        /** The arrival for which the queue stands in line for a look. */
        long lookFor = NO_LOOK;
    }

    /** A queue in which something may have happened for its first waiter. Others for the same queue may be outdated. */
    private record Look(long arrival, String queue) implements Comparable<Look> {
        @Override
        public int compareTo(Look other) {
            return Long.compare(arrival, other.arrival);
        }
    }

    /** How many are parked. */
    int count() {
        return count;
    }

    /** Whether there is room for one more who waits for these queues; all together may take that many bytes. */
    boolean mayPark(List<String> queues, long mostBytes) {
        return queues.size() <= FEW_QUEUES || (places + queues.size()) * PLACE_BYTES <= mostBytes;
    }

    void park(LeaseWaiter waiter) {
        count++;
        places += waiter.queues().size();
        for (String queue : waiter.queues()) {
            Line line = line(queue);
            line.waitHandle.put(waiter.arrival(), waiter);
            if (line.lookFor != NO_LOOK) {
                enlist(queue, line);
            }
            watch(queue);
        }
    }

    void unpark(LeaseWaiter waiter) {
        boolean was = false;
        for (String queue : waiter.queues()) {
            Line line = lines.get(queue);
            if (line != null && line.waitHandle.remove(waiter.arrival()) != null) {
                was = true;
                dropIfIdle(queue, line);
            }
        }
        if (was) {
            count--;
            places -= waiter.queues().size();
        }
    }

    void startTrying(LeaseWaiter waiter) {
        for (String queue : waiter.queues()) {
            line(queue).trying++;
        }
    }

    void stopTrying(LeaseWaiter waiter) {
        for (String queue : waiter.queues()) {
            Line line = line(queue);
            line.trying--;
            dropIfIdle(queue, line);
        }
    }

    /** Whether a newcomer may try at once: there is a ready job that nobody else is trying to get. */
    boolean mayTry(List<String> queues) {
        for (String queue : queues) {
            Line line = lines.get(queue);
            if (isWorthATry(queue, line == null ? 0 : line.trying)) {
                return true;
            }
        }
        return false;
    }

    /** A try may come upon a lease that has lapsed and get nothing: then who tried tries again before others do. */
    private boolean isWorthATry(String queue, int trying) {
        return trying == 0 ? engine.hasReady(queue) : engine.surelyReadyCount(queue) > trying;
    }

    /** Something happened in the queue that may serve one of its waiters. */
    void lookAt(String queue) {
        Line line = lines.get(queue);
        if (line != null && !line.waitHandle.isEmpty()) {
            enlist(queue, line);
        }
    }

    private void enlist(String queue, Line line) {
        long first = line.waitHandle.firstKey();
        if (first < line.lookFor) {
            line.lookFor = first;
            worthALook.add(new Look(first, queue));
        }
    }

    /** The next waiter that should try now; null if there is none. */
    @Nullable
    LeaseWaiter next() {
        Look look;
        while ((look = worthALook.peek()) != null) {
            Line line = lines.get(look.queue);
            if (line == null || line.lookFor != look.arrival) {
                worthALook.poll();
                continue;
            }
            boolean worth = !line.waitHandle.isEmpty() && isWorthATry(look.queue, line.trying);
            if (worth && line.waitHandle.firstKey() == look.arrival) {
                return line.waitHandle.firstEntry().getValue();
            }
            worthALook.poll();
            line.lookFor = NO_LOOK;
            if (worth) {
                enlist(look.queue, line);
            }
        }
        return null;
    }

    /** Whether somebody waits for a job of that queue. */
    boolean anyParked(String queue) {
        Line line = lines.get(queue);
        return line != null && !line.waitHandle.isEmpty();
    }

    /** Somebody waits for the queue: {@link #ripeAtMicros} has to tell when a job of it is ready by its own clock. */
    void watch(String queue) {
        ripeAtMicros = Math.min(ripeAtMicros, engine.nextCallerClockDueMicros(queue));
    }

    /** Watches no queue, until told to again. */
    void unwatch() {
        ripeAtMicros = WaitDeadlines.NEVER;
    }

    /** When a watched queue may next have a job that no deadline of the server's clock marks. */
    long ripeAtMicros() {
        return ripeAtMicros;
    }

    /** The queues that somebody waits for. */
    List<String> parkedQueues() {
        return lines.keySet().stream().filter(this::anyParked).toList();
    }

    /** Everybody who is parked, in order of arrival. */
    List<LeaseWaiter> all() {
        TreeMap<Long, LeaseWaiter> all = new TreeMap<>();
        for (Line line : lines.values()) {
            all.putAll(line.waitHandle);
        }
        return new ArrayList<>(all.values());
    }

    private Line line(String queue) {
        return lines.computeIfAbsent(queue, name -> new Line());
    }

    private void dropIfIdle(String queue, Line line) {
        if (line.waitHandle.isEmpty() && line.trying == 0) {
            lines.remove(queue);
        }
    }
}
