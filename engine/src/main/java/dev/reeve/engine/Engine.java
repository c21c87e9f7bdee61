package dev.reeve.engine;

import dev.reeve.engine.format.SnapshotWriter;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.queue.JobQueue;
import dev.reeve.engine.queue.QueueView;
import dev.reeve.engine.queue.RankedSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The deterministic heart: the same entries in the same order give the same state and the same outcomes, on every
 * machine and after every restart. It has no clock, no threads, no randomness and no I/O of its own; whoever owns it
 * calls it from one thread at a time.
 */
public final class Engine implements EngineView {
    /** How many deadlines one entry deals with, so that no entry takes long. More come due with the next. */
    public static final int DEADLINES_PER_ENTRY = 1000;

    private final Store store;

    public Engine() {
        this(new Store());
    }

    /** An engine with the state that a snapshot reader has put together. */
    public Engine(Store store) {
        this.store = store;
    }

    Store store() {
        return store;
    }

    public <R> Outcome<R> apply(Entry<R> entry, Effects effects) {
        store.begin(entry.atMicros(), entry.seed(), effects);
        for (int fired = 0; fired < DEADLINES_PER_ENTRY; fired++) {
            Job due = store.deadlines().due(entry.atMicros());
            if (due == null) {
                break;
            }
            store.lifecycle().fire(due);
        }
        return entry.command().apply(store);
    }

    /** Starts a snapshot of the state as it is now. Entries may be applied while it is being written. */
    public SnapshotWriter startSnapshot() {
        return new SnapshotWriter(store);
    }

    @Override
    public int version() {
        return store.version();
    }

    @Override
    public long atMicros() {
        return store.atMicros();
    }

    @Override
    public long nextDeadlineMicros() {
        return store.deadlines().nextMicros();
    }

    @Override
    public long liveBytes() {
        return store.liveBytes();
    }

    @Override
    public int jobCount() {
        return store.jobs().size();
    }

    @Override
    public long evictedJobs() {
        return store.evictedJobs();
    }

    @Override
    public boolean hasReady(String queue) {
        JobQueue found = store.queue(queue);
        return found != null && !found.ready().isEmpty();
    }

    @Override
    public int readyCount(String queue) {
        JobQueue found = store.queue(queue);
        return found == null ? 0 : found.ready().size();
    }

    @Override
    public @Nullable JobView job(JobRef ref) {
        Job job = store.find(ref);
        return job == null ? null : job.view();
    }

    @Override
    public @Nullable QueueView queue(String name) {
        JobQueue queue = store.queue(name);
        return queue == null ? null : QueueView.of(queue);
    }

    @Override
    public List<QueueView> queues(long offset, int limit) {
        return store.queues().page(offset, limit).stream().map(QueueView::of).toList();
    }

    @Override
    public List<JobView> ready(String queue, long offset, int limit) {
        JobQueue found = store.queue(queue);
        return found == null ? List.of() : views(found.ready(), offset, limit);
    }

    @Override
    public List<JobView> scheduled(String queue, long offset, int limit) {
        JobQueue found = store.queue(queue);
        return found == null ? List.of() : views(found.scheduled(), offset, limit);
    }

    private static List<JobView> views(RankedSet<Job> jobs, long offset, int limit) {
        return jobs.page(offset, limit).stream().map(Job::view).toList();
    }
}
