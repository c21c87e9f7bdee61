package dev.reeve.engine.model;

import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobLabels;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.LeaseEnd;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.qless.QlessJobView;
import org.jspecify.annotations.Nullable;

/** A job of the {@link ReferenceQueue}: plain fields, no indexes. */
final class ReferenceJob {
    final long number;
    final JobId id;
    final String queue;
    final byte[] payload;
    final long priority;
    final Terms terms;
    final long created;
    final long starts;
    long due;
    State state;
    int attempts;
    int fails;
    int retriesUsed;
    int lapses;
    boolean timedOut;

    @Nullable
    Lease lease;

    /** What the holder of the last lease did, if it may repeat that. */
    @Nullable
    LeaseEnd leaseEnd;

    long ended;
    byte @Nullable [] result;

    ReferenceJob(
            long number, JobId id, String queue, byte[] payload, long priority, Terms terms, long at, long starts) {
        this.number = number;
        this.id = id;
        this.queue = queue;
        this.payload = payload;
        this.priority = priority;
        this.terms = terms;
        this.created = at;
        this.starts = starts;
        this.due = starts;
        this.state = starts > at ? State.SCHEDULED : State.READY;
    }

    JobView view() {
        return new JobView(
                number,
                id,
                queue,
                payload,
                priority,
                state,
                terms,
                created,
                starts,
                due,
                attempts,
                fails,
                retriesUsed,
                timedOut,
                lease,
                ended,
                result,
                JobLabels.NONE,
                QlessJobView.NONE,
                null);
    }
}
