package dev.reeve.engine;

import dev.reeve.engine.collection.RankedMultimap;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.Failure;
import dev.reeve.engine.job.HeapBytes;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.job.State;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Index of the failed jobs by failure group, the latest failure first. */
public final class FailureGroups {
    private static final Comparator<Job> LATEST_FIRST = Comparator.comparingLong(FailureGroups::order)
            .thenComparingLong(Job::number)
            .reversed();

    private final RankedMultimap<String, Job> byGroup = new RankedMultimap<>(LATEST_FIRST);
    private final RankedSet<String> groups = new RankedSet<>(Comparator.naturalOrder());
    private long bytes;

    /** The first failure groups by name. */
    public List<String> groups(int limit) {
        return groups.page(0, limit);
    }

    /** The failure groups whose names follow the given name. */
    public List<String> after(String group, int limit) {
        return groups.page(groups.rankOf(name -> name.compareTo(group) <= 0 ? -1 : 0), limit);
    }

    public @Nullable RankedSet<Job> in(String group) {
        return byGroup.get(group);
    }

    public void enter(Job job) {
        Failure failure = failure(job);
        if (failure != null && byGroup.add(failure.group(), job)) {
            groups.add(failure.group());
            bytes += keyBytes(failure.group());
        }
    }

    public void leave(Job job) {
        Failure failure = failure(job);
        if (failure != null && byGroup.remove(failure.group(), job)) {
            groups.remove(failure.group());
            bytes -= keyBytes(failure.group());
        }
    }

    /** The failure of a job that is in state FAILED; null for other jobs. */
    public static @Nullable Failure failure(Job job) {
        OptionalJobFields optionalFields = job.optionalFields();
        return job.state() == State.FAILED && optionalFields != null ? optionalFields.failure() : null;
    }

    private static long order(Job job) {
        Failure failure = failure(job);
        return failure == null ? 0 : failure.order();
    }

    public void clear() {
        byGroup.clear();
        groups.clear();
        bytes = 0;
    }

    /** The estimated memory of the groups; the places of the jobs are counted with the jobs. */
    public long sizeBytes() {
        return bytes;
    }

    /** The estimated memory of a group of that name. */
    public static long keyBytes(String group) {
        return HeapBytes.MULTIMAP_KEY + HeapBytes.SLOT + HeapBytes.string(group);
    }
}
