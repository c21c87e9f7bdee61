package dev.reeve.server.metrics;

import dev.reeve.engine.EngineView;
import dev.reeve.engine.collection.DeadlineHeap;
import dev.reeve.engine.queue.QueueView;
import dev.reeve.server.node.Node;
import dev.reeve.server.tally.QueueTallies;
import dev.reeve.server.tally.QueueTally;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * One look at the engine and its queues, so many queues a step. Steps are taken on the loop, which does other work in
 * between; when the last one has been taken, the result may be read by any one thread.
 */
final class QueueScan {
    static final int QUEUES_A_STEP = 256;

    private final Node node;
    private final QueueTallies tallies;
    private final Map<String, QueueRow> rows = new TreeMap<>();
    private final Set<String> seen = new HashSet<>();
    private final QueueRow other;
    private String last = "";
    private long liveBytes;
    private int waitingForJobs;
    private int waitingForEnds;

    QueueScan(Node node, QueueTallies tallies) {
        this.node = node;
        this.tallies = tallies;
        this.other = new QueueRow(tallies.other());
    }

    /** Looks at the next queues; true if those were the last. */
    boolean step(EngineView engine) {
        List<QueueView> queues = engine.queuesAfter(last, QUEUES_A_STEP);
        for (QueueView queue : queues) {
            add(queue, engine.waitingSinceMicros(queue.name()));
            last = queue.name();
        }
        if (queues.size() == QUEUES_A_STEP) {
            return false;
        }
        addGone(engine);
        liveBytes = engine.liveBytes();
        waitingForJobs = node.waitingForJobs();
        waitingForEnds = node.waitingForEnds();
        return true;
    }

    private void add(QueueView queue, long waitingSinceMicros) {
        QueueTally tally = tallies.of(queue.name());
        seen.add(queue.name());
        long waits = waitingSinceMicros == DeadlineHeap.NEVER ? 0 : node.clock().nowMicros() - waitingSinceMicros;
        row(queue.name(), tally).add(queue, waits);
    }

    private QueueRow row(String queue, QueueTally tally) {
        return tally == tallies.other() ? other : rows.computeIfAbsent(queue, name -> new QueueRow(tally));
    }

    /** What happened in queues that are there no more is told once, and then their seats are free. */
    private void addGone(EngineView engine) {
        for (String queue : tallies.seated()) {
            if (!seen.contains(queue)) {
                row(queue, tallies.of(queue));
                if (engine.queue(queue) == null) {
                    tallies.vacate(queue);
                }
            }
        }
    }

    /** The queues by the name that they are shown under. */
    Map<String, QueueRow> rows() {
        Map<String, QueueRow> all = new TreeMap<>(rows);
        all.put(QueueTallies.OTHER, other);
        return all;
    }

    long liveBytes() {
        return liveBytes;
    }

    int waitingForJobs() {
        return waitingForJobs;
    }

    int waitingForEnds() {
        return waitingForEnds;
    }
}
