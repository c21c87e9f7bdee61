package dev.reeve.engine.qless;

import dev.reeve.engine.collection.NonIterableMap;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.JobId;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** The ids of the jobs whose events are published. An id stays in the list when its job is removed. */
public final class TrackedJobs {
    /** An id and the time since which it is tracked. */
    public record Track(JobId id, long sinceMicros) {}

    private static final Comparator<Track> ORDER =
            Comparator.comparingLong(Track::sinceMicros).thenComparing(Track::id, JobId.ORDER);

    private static final long OVERHEAD_BYTES = 144;

    private final NonIterableMap<JobId, Track> byId = new NonIterableMap<>();
    private final RankedSet<Track> all = new RankedSet<>(ORDER);
    private long bytes;

    public RankedSet<Track> all() {
        return all;
    }

    public @Nullable Track get(JobId id) {
        return byId.get(id);
    }

    public boolean contains(JobId id) {
        return !all.isEmpty() && byId.contains(id);
    }

    /** Returns whether the id was not tracked before. */
    public boolean add(JobId id, long nowMicros) {
        boolean known = remove(id);
        Track track = new Track(id, nowMicros);
        byId.put(id, track);
        all.add(track);
        bytes += sizeBytes(id);
        return !known;
    }

    public boolean remove(JobId id) {
        Track track = byId.remove(id);
        if (track == null) {
            return false;
        }
        bytes -= sizeBytes(id);
        return all.remove(track);
    }

    public void clear() {
        byId.clear();
        all.clear();
        bytes = 0;
    }

    public long sizeBytes() {
        return bytes;
    }

    /** Includes the length of the id, because an id without a job can have any length. */
    private static long sizeBytes(JobId id) {
        return OVERHEAD_BYTES + id.sizeBytes();
    }
}
