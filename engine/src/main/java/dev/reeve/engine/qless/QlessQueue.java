package dev.reeve.engine.qless;

import dev.reeve.engine.queue.JobQueue;
import java.util.Comparator;

/**
 * What only qless knows of a queue: the time as of which the queue is listed, and the index of its jobs on callers'
 * clocks. A queue without it has no such jobs and is listed as of time 0.
 */
public final class QlessQueue {
    /** Stands for the time as of which a queue is listed, if it is not listed. */
    public static final long UNLISTED = Long.MIN_VALUE;

    /** The order of the list of queues. */
    static final Comparator<JobQueue> BY_LISTING =
            Comparator.<JobQueue>comparingLong(QlessQueue::listedAtMicros).thenComparing(JobQueue::name);

    private final CallerClockIndex index = new CallerClockIndex();
    private long listedAtMicros;

    /** What qless knows of the queue, created if there is nothing yet. */
    static QlessQueue of(JobQueue queue) {
        QlessQueue own = queue.qless();
        if (own == null) {
            own = new QlessQueue();
            queue.qless(own);
        }
        return own;
    }

    /** The index of the jobs on callers' clocks, for reading. */
    public static CallerClockIndex index(JobQueue queue) {
        QlessQueue own = queue.qless();
        return own == null ? CallerClockIndex.EMPTY : own.index;
    }

    CallerClockIndex index() {
        return index;
    }

    /** The time as of which the queue is listed, or {@link #UNLISTED}. */
    public static long listedAtMicros(JobQueue queue) {
        QlessQueue own = queue.qless();
        return own == null ? 0 : own.listedAtMicros;
    }

    void list(long atMicros) {
        listedAtMicros = atMicros;
    }
}
