package dev.reeve.engine.search;

import dev.reeve.engine.EngineState;
import dev.reeve.engine.TagIndex;
import dev.reeve.engine.batch.JobBatch;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.State;
import dev.reeve.engine.queue.JobQueue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The sorted sets in which the jobs of a list are found. Ended jobs of a queue are sorted by number; unfinished jobs, and
 * the jobs of a tag or failure group, are not. If these are few, they are sorted once for the list. If they are many, all
 * jobs are scanned.
 */
final class JobSources {
    /** As many jobs are sorted in about a millisecond. */
    static final int MOST_GATHERED = 10_000;

    private final JobFilter filter;
    private final JobOrder order;
    private @Nullable RankedSet<Job> gathered;
    private boolean started;
    private boolean scansAll;
    private boolean byIndex;

    JobSources(JobFilter filter, JobOrder order) {
        this.filter = filter;
        this.order = order;
    }

    /** The sets in the order of the list. They may have jobs that do not meet the conditions, or are gone. */
    List<RankedSet<Job>> sets(EngineState state) {
        if (!started) {
            started = true;
            start(state);
        }
        List<RankedSet<Job>> sets = new ArrayList<>();
        if (order.byNumber() && !filter.batches().isEmpty()) {
            return batches(state);
        }
        if (scansAll) {
            sets.add(state.jobs());
            return sets;
        }
        if (gathered != null) {
            sets.add(gathered);
        }
        if (!byIndex) {
            sets.addAll(setsOf(state, order::isThatOfSet));
        }
        return sets;
    }

    /** The jobs of the batches, which are sorted by number already. */
    private List<RankedSet<Job>> batches(EngineState state) {
        List<RankedSet<Job>> sets = new ArrayList<>();
        for (String id : filter.batches().stream().distinct().toList()) {
            JobBatch batch = state.batches().get(id);
            if (batch != null) {
                sets.add(batch.jobs());
            }
        }
        return sets;
    }

    /** The sets of the queues for the states that are listed and accepted. */
    private List<RankedSet<Job>> setsOf(EngineState state, Predicate<State> accepted) {
        List<RankedSet<Job>> sets = new ArrayList<>();
        for (JobQueue queue : filter.queuesIn(state)) {
            Arrays.stream(State.values())
                    .filter(one -> accepted.test(one) && filter.mayBeIn(one))
                    .map(queue::in)
                    .distinct()
                    .forEach(sets::add);
        }
        return sets;
    }

    /** Whether the sets may have jobs that are gone, because they were gathered in an earlier step. */
    boolean mayBeStale() {
        return gathered != null && !gathered.isEmpty();
    }

    private void start(EngineState state) {
        if (!order.byNumber() || !filter.batches().isEmpty()) {
            return;
        }
        List<RankedSet<Job>> indexed = indexed(state);
        if (indexed != null) {
            byIndex = true;
            gathered = gather(indexed);
            return;
        }
        gathered = filter.hasFewQueues(state) ? gather(setsOf(state, one -> !one.ended())) : null;
        scansAll = gathered == null;
    }

    /** The jobs of the filter's tags or failure groups, if they are few. */
    private @Nullable List<RankedSet<Job>> indexed(EngineState state) {
        List<RankedSet<Job>> sets = new ArrayList<>();
        long size = 0;
        if (!filter.failures().isEmpty()) {
            for (String group : filter.failures()) {
                RankedSet<Job> jobs = state.failures().in(group);
                size += jobs == null ? 0 : jobs.size();
                if (jobs != null) {
                    sets.add(jobs);
                }
            }
            return size <= MOST_GATHERED ? sets : null;
        }
        if (filter.tags().isEmpty()) {
            return null;
        }
        for (String tag : filter.tags()) {
            RankedSet<TagIndex.Tagged> tagged = state.tags().jobs(tag);
            size += tagged == null ? 0 : tagged.size();
            if (size > MOST_GATHERED) {
                return null;
            }
            if (tagged != null) {
                sets.add(
                        byNumber(tagged.all().stream().map(TagIndex.Tagged::job).toList()));
            }
        }
        return sets;
    }

    /** The jobs of the sets, by number; null if they are many. */
    private static @Nullable RankedSet<Job> gather(List<RankedSet<Job>> sets) {
        if (sets.stream().mapToLong(RankedSet::size).sum() > MOST_GATHERED) {
            return null;
        }
        return byNumber(sets.stream().flatMap(set -> set.all().stream()).toList());
    }

    private static RankedSet<Job> byNumber(List<Job> jobs) {
        RankedSet<Job> sorted = new RankedSet<>(JobQueue.BY_JOB_NUMBER);
        jobs.forEach(sorted::add);
        return sorted;
    }
}
