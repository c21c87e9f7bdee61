package dev.reeve.node;

import dev.reeve.engine.job.State;
import dev.reeve.engine.queue.QueueView;
import dev.reeve.tally.JournalTally;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The clock of the figures: once a second it lets {@link Series} take its samples and, if anybody listens, makes one {@link
 * Stats} for all listeners. Queues are read in several turns. Loop only.
 */
public final class StatsFeed {
    private static final int QUEUES_A_TURN = 200;

    private final Node node;
    private final Series series;
    private final List<Consumer<Stats>> listeners = new ArrayList<>();
    private @Nullable JournalTally journal;
    private Loop.@Nullable Alarm alarm;
    private long nextMicros;
    private long syncs;
    private long syncNanos;
    private boolean making;

    StatsFeed(Node node, Series series) {
        this.node = node;
        this.series = series;
    }

    void start(JournalTally counters) {
        journal = counters;
        nextMicros = node.clock().nowMicros();
        scheduleNext();
    }

    void stop() {
        if (alarm != null) {
            alarm.cancel();
            alarm = null;
        }
    }

    public void add(Consumer<Stats> listener) {
        if (listeners.isEmpty()) {
            takeSyncs();
        }
        listeners.add(listener);
    }

    public void remove(Consumer<Stats> listener) {
        listeners.remove(listener);
    }

    private void tick() {
        scheduleNext();
        series.sample();
        // The figures before may still wait for the journal.
        if (!listeners.isEmpty() && !making) {
            making = true;
            collect(series.queues().iterator(), new ArrayList<>());
        }
    }

    /** Keeps to the second, unless the clock has jumped. */
    private void scheduleNext() {
        long now = node.clock().nowMicros();
        boolean onTime = now - nextMicros < Series.SECOND_MICROS;
        nextMicros = (onTime ? nextMicros : now) + Series.SECOND_MICROS;
        alarm = node.loop().schedule(this::tick, nextMicros - now);
    }

    private void collect(Iterator<String> names, List<Stats.QueueStats> queues) {
        for (int i = 0; i < QUEUES_A_TURN && names.hasNext(); i++) {
            String name = names.next();
            QueueView queue = node.current().queue(name);
            Rates rates = series.rates(name);
            if (queue != null && rates != null) {
                queues.add(new Stats.QueueStats(queue, rates));
            }
        }
        if (names.hasNext()) {
            node.loop().nextTurn(() -> collect(names, queues));
        } else {
            tell(queues);
        }
    }

    private void tell(List<Stats.QueueStats> queues) {
        queues.sort(Comparator.comparingDouble(
                        (Stats.QueueStats row) -> -row.rates().sum())
                .thenComparing(row -> row.queue().name()));
        Stats stats = new Stats(node.clock().nowMicros(), totals(), queues);
        node.live.enqueueReply(new PendingReplies.Answer() {
            @Override
            public void deliver() {
                making = false;
                List.copyOf(listeners).forEach(listener -> listener.accept(stats));
            }

            @Override
            public void fail() {
                making = false;
            }
        });
    }

    private Stats.Totals totals() {
        Map<State, Integer> jobs = new EnumMap<>(State.class);
        for (State state : State.values()) {
            jobs.put(state, node.current().jobCount(state));
        }
        Stats.Memory memory = new Stats.Memory(node.current().heapBytes(), node.memoryBytes());
        return new Stats.Totals(jobs, series.totalRates(), node.waitingForJobs(), memory, takeSyncs());
    }

    private Stats.Syncs takeSyncs() {
        JournalTally counters = journal;
        long count = counters == null
                ? 0
                : LongStream.of(counters.syncNanos().counts()).sum();
        long nanos = counters == null ? 0 : counters.syncNanos().sum();
        Stats.Syncs since = new Stats.Syncs(count - syncs, nanos - syncNanos);
        syncs = count;
        syncNanos = nanos;
        return since;
    }
}
