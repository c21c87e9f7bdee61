package dev.reeve.engine.limit;

import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.HeapBytes;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.State;
import dev.reeve.engine.queue.JobQueue;
import org.jspecify.annotations.Nullable;

/**
 * The unfinished jobs of one key in one queue. Those that could be leased are in line: the admitted ones are READY, the
 * others THROTTLED.
 */
public final class KeyLine {
    /** The estimated memory: most lines have one of the sets. */
    public static final long BYTES = 32 + HeapBytes.SMALL_SET + HeapBytes.SLOT;

    private final JobQueue queue;
    private @Nullable RankedSet<Job> admitted;
    private @Nullable RankedSet<Job> throttled;
    private int jobs;

    KeyLine(JobQueue queue) {
        this.queue = queue;
    }

    public JobQueue queue() {
        return queue;
    }

    void enter(Job job) {
        jobs++;
        if (job.state() == State.READY) {
            admitted = admitted == null ? new RankedSet<>(JobQueue.BY_LEASING) : admitted;
            admitted.add(job);
        } else if (job.state() == State.THROTTLED) {
            throttled = throttled == null ? new RankedSet<>(JobQueue.BY_LEASING) : throttled;
            throttled.add(job);
        }
    }

    void leave(Job job) {
        jobs--;
        if (job.state() == State.READY && admitted != null) {
            admitted.remove(job);
        } else if (job.state() == State.THROTTLED && throttled != null) {
            throttled.remove(job);
        }
    }

    boolean isEmpty() {
        return jobs == 0;
    }

    public int admitted() {
        return admitted == null ? 0 : admitted.size();
    }

    public int throttled() {
        return throttled == null ? 0 : throttled.size();
    }

    /** The admitted job that would be leased last; one before it if that is the given one. Null if there is none. */
    public @Nullable Job worstAdmitted(@Nullable Job except) {
        RankedSet<Job> set = admitted;
        for (int rank = admitted() - 1; set != null && rank >= 0; rank--) {
            Job job = set.page(rank, 1).get(0);
            if (job != except) {
                return job;
            }
        }
        return null;
    }

    /** The throttled job that would be leased first; null if there is none. */
    public @Nullable Job bestThrottled() {
        return throttled == null ? null : throttled.first();
    }
}
