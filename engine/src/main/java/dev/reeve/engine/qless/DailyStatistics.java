package dev.reeve.engine.qless;

import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.queue.JobQueue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The statistics of all queues by day. The number of days per queue is limited. */
public final class DailyStatistics {
    /** The estimated memory of one day of one queue. */
    static final long BYTES_PER_DAY = 1368;

    private final RankedSet<DayStats> all = new RankedSet<>(DayStats.ORDER);

    public RankedSet<DayStats> all() {
        return all;
    }

    public @Nullable DayStats get(JobQueue queue, long day) {
        List<DayStats> found = all.page(rankOf(queue.number(), day), 1);
        boolean exists = !found.isEmpty()
                && found.get(0).queueNumber() == queue.number()
                && found.get(0).day() == day;
        return exists ? found.get(0) : null;
    }

    public List<Long> days(JobQueue queue) {
        return of(queue.number()).stream().map(DayStats::day).toList();
    }

    /** The statistics of the queue, the oldest first. */
    private List<DayStats> of(long queueNumber) {
        int from = rankOf(queueNumber, Long.MIN_VALUE);
        return all.page(from, rankOf(queueNumber + 1, Long.MIN_VALUE) - from);
    }

    private int rankOf(long queueNumber, long day) {
        return all.rankOf(stats -> {
            int byQueue = Long.compare(stats.queueNumber(), queueNumber);
            return byQueue != 0 ? byQueue : Long.compare(stats.day(), day);
        });
    }

    /**
     * The statistics of the day, for update.
     *
     * @param snapshot the number of the snapshot that is being written, for copy on write; 0 if there is none
     * @param maxDays how many days of a queue are kept, the latest ones
     */
    public DayStats forUpdate(JobQueue queue, long day, int snapshot, int maxDays) {
        DayStats found = get(queue, day);
        if (found == null) {
            found = new DayStats(queue.number(), day, new DurationStatistics(), new DurationStatistics());
            found.madeIn(snapshot);
            all.add(found);
            removeOldest(queue.number(), maxDays);
        } else if (snapshot != 0 && found.madeIn() != snapshot) {
            all.remove(found);
            found = found.copy();
            found.madeIn(snapshot);
            all.add(found);
        }
        return found;
    }

    private void removeOldest(long queueNumber, int maxDays) {
        int from = rankOf(queueNumber, Long.MIN_VALUE);
        int days = rankOf(queueNumber + 1, Long.MIN_VALUE) - from;
        all.page(from, Math.max(0, days - maxDays)).forEach(all::remove);
    }

    public void restore(DayStats stats) {
        all.add(stats);
    }

    public void removeAll(JobQueue queue) {
        of(queue.number()).forEach(all::remove);
    }

    public void clear() {
        all.clear();
    }

    public long sizeBytes() {
        return BYTES_PER_DAY * all.size();
    }
}
