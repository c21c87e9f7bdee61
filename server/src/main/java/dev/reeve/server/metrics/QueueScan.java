package dev.reeve.server.metrics;

import dev.reeve.engine.EngineView;
import dev.reeve.engine.collection.DeadlineHeap;
import dev.reeve.engine.limit.LimitCounts;
import dev.reeve.engine.queue.QueueView;
import dev.reeve.engine.schedule.ScheduleRuns;
import dev.reeve.node.Node;
import dev.reeve.tally.QueueTallies;
import dev.reeve.tally.QueueTally;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * One pass over the engine's queues, in steps of at most {@link #QUEUES_A_STEP} queues. Steps run on the event loop, with
 * other work in between. After the last step one other thread may read the result.
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
    private int schedules;
    private int schedulesLate;
    private long droppedDeliveries;
    private LimitCounts limits = new LimitCounts(0, 0);

    QueueScan(Node node, QueueTallies tallies) {
        this.node = node;
        this.tallies = tallies;
        this.other = new QueueRow(tallies.other());
    }

    /** Reads the next queues; true if they were the last ones. */
    boolean step(EngineView engine) {
        List<QueueView> queues = engine.queuesAfter(last, QUEUES_A_STEP);
        for (QueueView queue : queues) {
            add(queue);
            last = queue.name();
        }
        if (queues.size() == QUEUES_A_STEP) {
            return false;
        }
        addDeletedQueues(engine);
        liveBytes = engine.heapBytes();
        waitingForJobs = node.waitingForJobs();
        waitingForEnds = node.waitingForEnds();
        schedules = engine.schedules().count();
        schedulesLate = engine.schedules().dueCount(node.clock().systemTimeMicros() - ScheduleRuns.GRACE_MICROS);
        droppedDeliveries = engine.webhooks().dropped();
        limits = engine.limitCounts();
        return true;
    }

    private void add(QueueView queue) {
        QueueTally tally = tallies.of(queue.name());
        seen.add(queue.name());
        long since = queue.waitingSinceMicros();
        long waits = since == DeadlineHeap.NEVER ? 0 : node.clock().nowMicros() - since;
        row(queue.name(), tally).add(queue, waits);
    }

    private QueueRow row(String queue, QueueTally tally) {
        return tally == tallies.other() ? other : rows.computeIfAbsent(queue, name -> new QueueRow(tally));
    }

    /** Reports the counters of deleted queues a last time, then frees their labels. */
    private void addDeletedQueues(EngineView engine) {
        for (String queue : tallies.labelled()) {
            if (!seen.contains(queue)) {
                row(queue, tallies.of(queue));
                if (engine.queue(queue) == null) {
                    tallies.freeLabel(queue);
                }
            }
        }
    }

    /** The rows by queue label. */
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

    int schedules() {
        return schedules;
    }

    LimitCounts limits() {
        return limits;
    }

    /** Deliveries that were left out because memory was full. */
    long droppedDeliveries() {
        return droppedDeliveries;
    }

    /** The schedules that have a run which should have been added more than a minute ago. */
    int schedulesLate() {
        return schedulesLate;
    }
}
