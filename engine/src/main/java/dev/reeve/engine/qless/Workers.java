package dev.reeve.engine.qless;

import dev.reeve.engine.collection.RankedMultimap;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.HeapBytes;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.State;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** The workers by the time when they were last seen, and the index of leased jobs by worker. */
public final class Workers {
    private final TimedKeys<String> seen = new TimedKeys<>(Comparator.naturalOrder(), Workers::sizeBytes);
    private final RankedMultimap<String, Job> held = new RankedMultimap<>(CallerClockIndex.BY_LEASE_END);

    /** The names of the workers, with the time of the last request of each. */
    public TimedKeys<String> seen() {
        return seen;
    }

    /** The jobs that the worker holds, ordered by the end of the lease. */
    public @Nullable RankedSet<Job> jobsOf(String worker) {
        return held.get(worker);
    }

    public void enter(Job job) {
        String worker = holder(job);
        if (worker != null) {
            held.add(worker, job);
        }
    }

    public void leave(Job job) {
        String worker = holder(job);
        if (worker != null) {
            held.remove(worker, job);
        }
    }

    /** The name of the worker that holds the job; null if there is none. */
    public static @Nullable String holder(Job job) {
        Lease lease = job.lease();
        boolean held = job.state() == State.LEASED && !QlessJobFields.of(job).disowned();
        return held && lease != null ? lease.worker() : null;
    }

    /** The estimated memory of a listed worker of that name. */
    public static long sizeBytes(String name) {
        return TimedKeys.OVERHEAD_BYTES + HeapBytes.string(name);
    }

    public void clear() {
        seen.clear();
        held.clear();
    }
}
