package dev.reeve.engine.qless;

import dev.reeve.engine.collection.NonIterableMap;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.job.State;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The workers by name and by the time when they were last seen, and the index of leased jobs by worker. */
public final class Workers {
    /** A worker and the time of its last request for work. */
    public record Worker(String name, long seenMicros) {}

    private static final Comparator<Worker> BY_SEEN = (a, b) -> a.seenMicros() != b.seenMicros()
            ? Long.compare(a.seenMicros(), b.seenMicros())
            : a.name().compareTo(b.name());

    private final NonIterableMap<String, Worker> byName = new NonIterableMap<>();
    private final RankedSet<Worker> bySeen = new RankedSet<>(BY_SEEN);
    private final NonIterableMap<String, RankedSet<Job>> held = new NonIterableMap<>();
    private long bytes;

    /** All workers, ordered by the time when they were last seen. */
    public RankedSet<Worker> all() {
        return bySeen;
    }

    public @Nullable Worker get(String name) {
        return byName.get(name);
    }

    /** The jobs that the worker holds, ordered by the end of the lease. */
    public @Nullable RankedSet<Job> jobsOf(String worker) {
        return held.get(worker);
    }

    /** Returns whether the worker is new. */
    public boolean seen(String name, long nowMicros) {
        boolean known = forget(name);
        Worker worker = new Worker(name, nowMicros);
        byName.put(name, worker);
        bySeen.add(worker);
        bytes += sizeBytes(name);
        return !known;
    }

    /** Returns whether the worker was on the list. */
    public boolean forget(String name) {
        Worker worker = byName.remove(name);
        if (worker == null) {
            return false;
        }
        bytes -= sizeBytes(name);
        return bySeen.remove(worker);
    }

    /** At most {@code limit} workers that were last seen at that time or before. */
    public List<Worker> notSeenSince(long micros, int limit) {
        int count = bySeen.rankOf(worker -> worker.seenMicros() <= micros ? -1 : 0);
        return bySeen.page(0, Math.min(limit, count));
    }

    public void enter(Job job) {
        String worker = holder(job);
        if (worker != null) {
            RankedSet<Job> jobs = held.get(worker);
            if (jobs == null) {
                jobs = new RankedSet<>(CallerClockIndex.BY_LEASE_END);
                held.put(worker, jobs);
            }
            jobs.add(job);
        }
    }

    public void leave(Job job) {
        String worker = holder(job);
        RankedSet<Job> jobs = worker == null ? null : held.get(worker);
        if (jobs != null && worker != null && jobs.remove(job) && jobs.isEmpty()) {
            held.remove(worker);
        }
    }

    /** The name of the worker that holds the job; null if there is none. */
    public static @Nullable String holder(Job job) {
        Lease lease = job.lease();
        OptionalJobFields fields = job.optionalFields();
        boolean disowned = fields != null && fields.qless().disowned();
        return job.state() != State.LEASED || lease == null || disowned ? null : lease.worker();
    }

    public void clear() {
        byName.clear();
        bySeen.clear();
        held.clear();
        bytes = 0;
    }

    public long sizeBytes() {
        return bytes;
    }

    private static long sizeBytes(String name) {
        return 192L + name.length();
    }
}
