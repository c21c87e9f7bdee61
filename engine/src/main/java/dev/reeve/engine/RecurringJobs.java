package dev.reeve.engine;

import dev.reeve.engine.job.JobId;
import dev.reeve.engine.queue.RankedSet;
import dev.reeve.engine.queue.Recurring;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The recurring jobs, by id, and in each queue by when the next one is due. */
public final class RecurringJobs {
    private final RankedSet<Recurring> all = new RankedSet<>(Recurring.BY_ID);
    private final Lookup<JobId, Recurring> byId = new Lookup<>();
    private final Lookup<String, RankedSet<Recurring>> byQueue = new Lookup<>();
    private long bytes;

    public RankedSet<Recurring> all() {
        return all;
    }

    public @Nullable Recurring get(JobId id) {
        return byId.get(id);
    }

    /** The recurring jobs of the queue, the next one due first. */
    public @Nullable RankedSet<Recurring> in(String queue) {
        return byQueue.get(queue);
    }

    /** Up to so many of the queue's that are due at that moment. */
    List<Recurring> due(String queue, long nowMicros, int limit) {
        RankedSet<Recurring> jobs = byQueue.get(queue);
        return jobs == null ? List.of() : jobs.page(0, Math.min(limit, dueCount(jobs, nowMicros)));
    }

    int dueCount(String queue, long nowMicros) {
        RankedSet<Recurring> jobs = byQueue.get(queue);
        return jobs == null ? 0 : dueCount(jobs, nowMicros);
    }

    private static int dueCount(RankedSet<Recurring> jobs, long nowMicros) {
        return jobs.rankOf(job -> job.nextMicros() <= nowMicros ? -1 : 0);
    }

    /** When the first of the queue's that is due after that moment is due; the largest number if there is none. */
    long nextAfter(String queue, long micros) {
        RankedSet<Recurring> jobs = byQueue.get(queue);
        List<Recurring> next = jobs == null ? List.of() : jobs.page(dueCount(jobs, micros), 1);
        return next.isEmpty() ? Long.MAX_VALUE : next.get(0).nextMicros();
    }

    /** Adds it, in place of the one that has its id. */
    public void put(Recurring job) {
        remove(job.id());
        all.add(job);
        byId.put(job.id(), job);
        RankedSet<Recurring> jobs = byQueue.get(job.queue());
        if (jobs == null) {
            jobs = new RankedSet<>(Recurring.BY_NEXT);
            byQueue.put(job.queue(), jobs);
        }
        jobs.add(job);
        bytes += job.sizeBytes();
    }

    void remove(JobId id) {
        Recurring job = byId.remove(id);
        if (job == null) {
            return;
        }
        all.remove(job);
        bytes -= job.sizeBytes();
        RankedSet<Recurring> jobs = byQueue.get(job.queue());
        if (jobs != null && jobs.remove(job) && jobs.isEmpty()) {
            byQueue.remove(job.queue());
        }
    }

    void removeAll(String queue) {
        RankedSet<Recurring> jobs = byQueue.get(queue);
        if (jobs != null) {
            jobs.page(0, jobs.size()).forEach(job -> remove(job.id()));
        }
    }

    void clear() {
        all.clear();
        byId.clear();
        byQueue.clear();
        bytes = 0;
    }

    long sizeBytes() {
        return bytes;
    }
}
