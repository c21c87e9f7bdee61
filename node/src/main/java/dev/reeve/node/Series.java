package dev.reeve.node;

import dev.reeve.engine.EngineView;
import dev.reeve.engine.job.State;
import dev.reeve.engine.queue.QueueView;
import dev.reeve.tally.QueueTallies;
import dev.reeve.tally.QueueTally;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The course of the counters: of all queues a sample a second for 15 minutes, and of each queue that has its own tally a
 * sample every ten seconds for an hour. A sample takes 20 bytes: 7 MB for 1,000 queues. Loop only.
 */
public final class Series {
    static final long SECOND_MICROS = 1_000_000;
    static final int TOTAL_SAMPLES = 900;
    static final int QUEUE_SAMPLES = 360;
    static final int QUEUE_SECONDS = 10;
    private static final long QUEUE_STEP_MICROS = QUEUE_SECONDS * SECOND_MICROS;
    private static final int MOST_QUEUES_AT_START = 1_000;

    private final Clock clock;
    private final Supplier<? extends EngineView> engine;
    private final Supplier<QueueTallies> tallies;
    private final Map<String, OfQueue> byQueue = new HashMap<>();
    private @Nullable Sampled total;
    private int seconds;
    private int queuesSeen;

    Series(Clock clock, Supplier<? extends EngineView> engine, Supplier<QueueTallies> tallies) {
        this.clock = clock;
        this.engine = engine;
        this.tallies = tallies;
    }

    /** The samples of one queue. Queues are sampled in different seconds, so that no second has much to do. */
    private static final class OfQueue {
        private final Sampled sampled;
        private final QueueTally tally;
        private final int second;
        private int samplesWithoutQueue;

        OfQueue(Sampled sampled, QueueTally tally, int second) {
            this.sampled = sampled;
            this.tally = tally;
            this.second = second;
        }
    }

    /** Begins with the queues that exist; others follow when something happens in them. */
    void start() {
        total = new Sampled(TOTAL_SAMPLES, clock.nowMicros());
        for (QueueView queue : engine.get().queuesAfter("", MOST_QUEUES_AT_START)) {
            tallies.get().of(queue.name());
        }
        addNewQueues();
    }

    /** Takes the samples of this second. */
    void sample() {
        Sampled all = total;
        if (all == null) {
            return;
        }
        long now = clock.nowMicros();
        all.sample(
                now, SECOND_MICROS, tallies.get().total()::count, engine.get().jobCount(State.READY));
        addNewQueues();
        int second = ++seconds % QUEUE_SECONDS;
        Iterator<Map.Entry<String, OfQueue>> queues = byQueue.entrySet().iterator();
        while (queues.hasNext()) {
            Map.Entry<String, OfQueue> next = queues.next();
            if (next.getValue().second == second && !sample(next.getKey(), next.getValue(), now)) {
                queues.remove();
            }
        }
    }

    /** A queue that has been gone for as long as its samples reach back is forgotten, and its place is free. */
    private boolean sample(String name, OfQueue queue, long now) {
        QueueView view = engine.get().queue(name);
        queue.sampled.sample(now, QUEUE_STEP_MICROS, queue.tally::count, view == null ? 0 : view.count(State.READY));
        queue.samplesWithoutQueue = view == null ? queue.samplesWithoutQueue + 1 : 0;
        boolean kept = queue.samplesWithoutQueue < QUEUE_SAMPLES;
        if (!kept) {
            tallies.get().freeLabel(name);
        }
        return kept;
    }

    /** A label may have been freed and assigned again: the new tally begins a new series. */
    private void addNewQueues() {
        long now = clock.nowMicros();
        tallies.get().forEach((name, tally) -> {
            OfQueue known = byQueue.get(name);
            if (known == null || known.tally != tally) {
                byQueue.put(name, new OfQueue(new Sampled(QUEUE_SAMPLES, now), tally, queuesSeen++ % QUEUE_SECONDS));
            }
        });
        if (byQueue.size() > tallies.get().labelledCount()) {
            byQueue.entrySet().removeIf(queue -> !tallies.get().isLabelled(queue.getKey()));
        }
    }

    /** The names of the queues that have samples. */
    List<String> queues() {
        return List.copyOf(byQueue.keySet());
    }

    /** The samples of all queues together. */
    public Samples total() {
        Sampled all = total;
        return (all == null ? new Sampled(1, clock.nowMicros()) : all).copy(SECOND_MICROS);
    }

    /** The samples of the queue; null if it has no tally of its own. */
    public @Nullable Samples of(String queue) {
        OfQueue found = byQueue.get(queue);
        return found == null ? null : found.sampled.copy(QUEUE_STEP_MICROS);
    }

    /** The averages of all queues over the last second or two. */
    public Rates totalRates() {
        Sampled all = total;
        return all == null
                ? Rates.NONE
                : all.rates(clock.nowMicros(), tallies.get().total()::count);
    }

    /**
     * The averages of the queue over the last ten to twenty seconds; zero for a new queue. Null if there are so many queues
     * that it has no tally of its own.
     */
    public @Nullable Rates rates(String queue) {
        OfQueue found = byQueue.get(queue);
        if (found != null) {
            return found.sampled.rates(clock.nowMicros(), found.tally::count);
        }
        return tallies.get().hasFreeLabel(queue) || tallies.get().isLabelled(queue) ? Rates.NONE : null;
    }
}
