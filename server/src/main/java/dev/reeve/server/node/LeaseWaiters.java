package dev.reeve.server.node;

import dev.reeve.engine.EngineView;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Those who wait for a job, by queue, first come first served.
 *
 * <p>A waiter is either parked or trying: its Acquire has been submitted, and may still come back empty, in which case it
 * is parked again at its old place. A queue never has more waiters trying than it has ready jobs, so nobody tries in
 * vain while somebody else could succeed, and whenever a try ends its queues are looked at again, so no job is left lying
 * while somebody waits for it.
 */
final class LeaseWaiters {
    private final Map<String, Line> lines = new HashMap<>();
    private final ArrayDeque<String> worthALook = new ArrayDeque<>();
    private final EngineView engine;
    private long ripeAtMicros = Timeouts.NEVER;
    private int count;

    LeaseWaiters(EngineView engine) {
        this.engine = engine;
    }

    private static final class Line {
        final TreeMap<Long, LeaseWaiter> parked = new TreeMap<>();
        int trying;
        boolean worthALook;
    }

    /** How many are parked. */
    int count() {
        return count;
    }

    void park(LeaseWaiter waiter) {
        count++;
        for (String queue : waiter.queues()) {
            line(queue).parked.put(waiter.arrival(), waiter);
            watch(queue);
        }
    }

    void unpark(LeaseWaiter waiter) {
        boolean was = false;
        for (String queue : waiter.queues()) {
            Line line = lines.get(queue);
            if (line != null && line.parked.remove(waiter.arrival()) != null) {
                was = true;
                dropIfIdle(queue, line);
            }
        }
        count -= was ? 1 : 0;
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
            int ready = engine.readyCount(queue);
            if (ready == 0) {
                continue;
            }
            Line line = lines.get(queue);
            if (line == null || ready > line.trying) {
                return true;
            }
        }
        return false;
    }

    /** Something happened in the queue that may serve one of its waiters. */
    void lookAt(String queue) {
        Line line = lines.get(queue);
        if (line != null && !line.worthALook && !line.parked.isEmpty()) {
            line.worthALook = true;
            worthALook.add(queue);
        }
    }

    /** The next waiter that should try now; null if there is none. */
    @Nullable
    LeaseWaiter next() {
        String queue;
        while ((queue = worthALook.peek()) != null) {
            Line line = lines.get(queue);
            if (line != null && !line.parked.isEmpty() && engine.readyCount(queue) > line.trying) {
                return line.parked.firstEntry().getValue();
            }
            worthALook.remove();
            if (line != null) {
                line.worthALook = false;
            }
        }
        return null;
    }

    /** Whether somebody waits for a job of that queue. */
    boolean anyParked(String queue) {
        Line line = lines.get(queue);
        return line != null && !line.parked.isEmpty();
    }

    /** Somebody waits for the queue: {@link #ripeAtMicros} has to tell when a job of it is ready by its own clock. */
    void watch(String queue) {
        ripeAtMicros = Math.min(ripeAtMicros, engine.nextLazyDueMicros(queue));
    }

    /** Watches no queue, until told to again. */
    void unwatch() {
        ripeAtMicros = Timeouts.NEVER;
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
            all.putAll(line.parked);
        }
        return new ArrayList<>(all.values());
    }

    private Line line(String queue) {
        return lines.computeIfAbsent(queue, name -> new Line());
    }

    private void dropIfIdle(String queue, Line line) {
        if (line.parked.isEmpty() && line.trying == 0) {
            lines.remove(queue);
        }
    }
}
