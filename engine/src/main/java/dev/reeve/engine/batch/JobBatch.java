package dev.reeve.engine.batch;

import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.queue.JobQueue;

/** A batch: what is known of it, and those of its jobs that exist. */
public final class JobBatch {
    private final RankedSet<Job> jobs = new RankedSet<>(JobQueue.BY_JOB_NUMBER);
    private BatchRecord known;

    JobBatch(BatchRecord known) {
        this.known = known;
    }

    public String id() {
        return known.id();
    }

    public BatchRecord known() {
        return known;
    }

    void known(BatchRecord value) {
        known = value;
    }

    /** The jobs that exist, by number. */
    public RankedSet<Job> jobs() {
        return jobs;
    }

    public BatchView view() {
        return BatchView.of(known);
    }
}
