package dev.reeve.engine.qless;

import dev.reeve.engine.collection.NonIterableMap;
import dev.reeve.engine.collection.RankedMultimap;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.HeapBytes;
import dev.reeve.engine.job.JobId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The recurring jobs, by id and, for each queue, by due time. */
public final class RecurringJobs {
    private final RankedSet<RecurringJob> all = new RankedSet<>(RecurringJob.BY_ID);
    private final NonIterableMap<JobId, RecurringJob> byId = new NonIterableMap<>();
    private final RankedMultimap<String, RecurringJob> byQueue = new RankedMultimap<>(RecurringJob.BY_NEXT);
    private long bytes;

    public RankedSet<RecurringJob> all() {
        return all;
    }

    public @Nullable RecurringJob get(JobId id) {
        return byId.get(id);
    }

    /** The recurring jobs of the queue, ordered by due time. */
    public @Nullable RankedSet<RecurringJob> in(String queue) {
        return byQueue.get(queue);
    }

    /** At most {@code limit} recurring jobs of the queue that are due at that time. */
    public List<RecurringJob> due(String queue, long nowMicros, int limit) {
        RankedSet<RecurringJob> jobs = byQueue.get(queue);
        return jobs == null ? List.of() : jobs.page(0, Math.min(limit, dueCount(jobs, nowMicros)));
    }

    public int dueCount(String queue, long nowMicros) {
        RankedSet<RecurringJob> jobs = byQueue.get(queue);
        return jobs == null ? 0 : dueCount(jobs, nowMicros);
    }

    private static int dueCount(RankedSet<RecurringJob> jobs, long nowMicros) {
        return jobs.rankOf(job -> job.nextMicros() <= nowMicros ? -1 : 0);
    }

    /** The first due time in the queue after the given time; {@link Long#MAX_VALUE} if there is none. */
    public long nextAfter(String queue, long micros) {
        RankedSet<RecurringJob> jobs = byQueue.get(queue);
        List<RecurringJob> next = jobs == null ? List.of() : jobs.page(dueCount(jobs, micros), 1);
        return next.isEmpty() ? Long.MAX_VALUE : next.get(0).nextMicros();
    }

    /** Adds the recurring job; replaces one with the same id. */
    public void put(RecurringJob job) {
        remove(job.id());
        all.add(job);
        byId.put(job.id(), job);
        byQueue.add(job.queue(), job);
        bytes += job.sizeBytes();
    }

    public void remove(JobId id) {
        RecurringJob job = byId.remove(id);
        if (job == null) {
            return;
        }
        all.remove(job);
        bytes -= job.sizeBytes();
        byQueue.remove(job.queue(), job);
    }

    public void removeAll(String queue) {
        RankedSet<RecurringJob> jobs = byQueue.get(queue);
        if (jobs != null) {
            jobs.all().forEach(job -> remove(job.id()));
        }
    }

    public void clear() {
        all.clear();
        byId.clear();
        byQueue.clear();
        bytes = 0;
    }

    public long sizeBytes() {
        return bytes + HeapBytes.MULTIMAP_KEY * byQueue.keyCount();
    }
}
