package dev.reeve.tally;

import dev.reeve.engine.JobEventType;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/**
 * A tally for each queue. At most {@link #MOST_QUEUES} queues get their own metric label, in order of appearance; the others
 * are summed under {@link #OTHER} until a label is freed. A queue keeps its label until it is deleted. Invariant: only the
 * event loop assigns and frees labels.
 */
public final class QueueTallies {
    /** The label of all queues without a label of their own. A queue with this name never gets its own. */
    public static final String OTHER = "other";

    static final int MOST_QUEUES = 1_000;
    static final int MOST_NAME_BYTES = 40 * 1024;
    static final int MOST_TIMES = 100;

    private final Map<String, QueueTally> labelled = new ConcurrentHashMap<>();
    private final JobTimes sharedTimes = new JobTimes();
    private final QueueTally other = new QueueTally(sharedTimes, true);
    private final QueueTally total = new QueueTally(sharedTimes, false);
    private String lastQueue = OTHER;
    private QueueTally lastTally = other;
    private int nameBytes;
    private int ownTimesCount;

    /** Counts an event of a job. Event loop only. */
    public void jobEvent(String queue, JobEventType type, long micros) {
        if (!queue.equals(lastQueue)) {
            lastQueue = queue;
            lastTally = of(queue);
        }
        lastTally.jobEvent(type, micros);
        total.count(type, 1);
    }

    /** The events of all queues, without times. */
    public QueueTally total() {
        return total;
    }

    /** Calls the visitor with each queue that has its own label. Event loop only. */
    public void forEach(BiConsumer<String, QueueTally> visitor) {
        labelled.forEach(visitor);
    }

    /** The queue's own tally, or {@link #other()}. Assigns a label if one is free. */
    public QueueTally of(String queue) {
        QueueTally tally = labelled.get(queue);
        return tally != null ? tally : assignLabel(queue);
    }

    private QueueTally assignLabel(String queue) {
        if (!hasFreeLabel(queue)) {
            return other;
        }
        nameBytes += bytes(queue);
        boolean ownTimes = ownTimesCount < MOST_TIMES;
        ownTimesCount += ownTimes ? 1 : 0;
        QueueTally tally = new QueueTally(ownTimes ? new JobTimes() : sharedTimes, ownTimes);
        labelled.put(queue, tally);
        return tally;
    }

    /** Whether the queue gets its own label when something happens in it. Event loop only. */
    public boolean hasFreeLabel(String queue) {
        return labelled.size() < MOST_QUEUES && !queue.equals(OTHER) && nameBytes + bytes(queue) <= MOST_NAME_BYTES;
    }

    /** The number of queues with their own label. */
    public int labelledCount() {
        return labelled.size();
    }

    public boolean isLabelled(String queue) {
        return labelled.containsKey(queue);
    }

    /** Frees the label of a deleted queue. Event loop only. */
    public void freeLabel(String queue) {
        lastQueue = OTHER;
        lastTally = other;
        QueueTally tally = labelled.remove(queue);
        if (tally != null) {
            nameBytes -= bytes(queue);
            ownTimesCount -= tally.hasOwnTimes() ? 1 : 0;
        }
    }

    /** The queues with their own label. Thread-safe. */
    public Set<String> labelled() {
        return new TreeSet<>(labelled.keySet());
    }

    public QueueTally other() {
        return other;
    }

    /** Twice the size of the name, because escaping in the metrics text may double it. */
    private static int bytes(String name) {
        return 2 * name.getBytes(StandardCharsets.UTF_8).length;
    }
}
