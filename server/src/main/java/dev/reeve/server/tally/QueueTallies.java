package dev.reeve.server.tally;

import dev.reeve.engine.JobEventType;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A tally for each queue, up to a limit; the rest is summed under {@link #OTHER}. First come, first seated: a queue keeps
 * its seat until it is gone, and one that came too late stays with the rest until a seat gets free. Seats are given by the
 * loop only.
 */
public final class QueueTallies {
    /** Stands for all queues that have no seat. A queue of that very name never gets one. */
    public static final String OTHER = "other";

    static final int MOST_QUEUES = 1_000;
    static final int MOST_NAME_BYTES = 40 * 1024;
    static final int MOST_TIMES = 100;

    private final Map<String, QueueTally> seated = new ConcurrentHashMap<>();
    private final JobTimes sharedTimes = JobTimes.create();
    private final QueueTally other = new QueueTally(sharedTimes, true);
    private String lastPassed = OTHER;
    private QueueTally lastTally = other;
    private int nameBytes;
    private int timesGiven;

    /** Loop only. */
    public void jobEvent(String queue, JobEventType type, long micros) {
        if (!queue.equals(lastPassed)) {
            lastPassed = queue;
            lastTally = of(queue);
        }
        lastTally.jobEvent(type, micros);
    }

    /** The queue's own tally, or that of the rest. */
    public QueueTally of(String queue) {
        QueueTally tally = seated.get(queue);
        return tally != null ? tally : seat(queue);
    }

    private QueueTally seat(String queue) {
        if (seated.size() >= MOST_QUEUES || queue.equals(OTHER) || nameBytes + bytes(queue) > MOST_NAME_BYTES) {
            return other;
        }
        nameBytes += bytes(queue);
        boolean ownTimes = timesGiven < MOST_TIMES;
        timesGiven += ownTimes ? 1 : 0;
        QueueTally tally = new QueueTally(ownTimes ? JobTimes.create() : sharedTimes, ownTimes);
        seated.put(queue, tally);
        return tally;
    }

    /** The queue is gone: its seat is free. Loop only. */
    public void vacate(String queue) {
        lastPassed = OTHER;
        lastTally = other;
        QueueTally tally = seated.remove(queue);
        if (tally != null) {
            nameBytes -= bytes(queue);
            timesGiven -= tally.hasOwnTimes() ? 1 : 0;
        }
    }

    /** The queues that have a seat. Any thread. */
    public Set<String> seated() {
        return new TreeSet<>(seated.keySet());
    }

    public QueueTally other() {
        return other;
    }

    /** Escapes in the text that shows the name may double it. */
    private static int bytes(String name) {
        return 2 * name.getBytes(StandardCharsets.UTF_8).length;
    }
}
