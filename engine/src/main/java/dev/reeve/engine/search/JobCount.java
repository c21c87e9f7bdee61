package dev.reeve.engine.search;

import dev.reeve.engine.EngineState;
import dev.reeve.engine.batch.JobBatch;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.State;
import dev.reeve.engine.queue.JobQueue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counts the jobs of a list where indexes know their number. It looks at no job. */
final class JobCount {
    private final JobFilter filter;
    private final JobOrder order;

    JobCount(JobFilter filter, JobOrder order) {
        this.filter = filter;
        this.order = order;
    }

    /** How many jobs meet the conditions; null where no index knows it. */
    @Nullable
    Long in(EngineState state) {
        if (filter.needsLooks()) {
            return null;
        }
        if (!filter.batches().isEmpty()) {
            return ofBatch(state);
        }
        boolean onlyFailed = !filter.failures().isEmpty() && filter.states().equals(List.of(State.FAILED));
        boolean byState = !filter.queues().isEmpty() || !(filter.states().isEmpty() || onlyFailed);
        if (!filter.tags().isEmpty() || !filter.failures().isEmpty()) {
            return byState ? null : ofOneKey(state);
        }
        if (!byState && order.byNumber()) {
            return (long) state.jobs().size();
        }
        return filter.hasFewQueues(state)
                ? (Long) filter.queuesIn(state).stream().mapToLong(this::in).sum()
                : null;
    }

    /** The number of jobs of one batch, if that is the only condition. */
    private @Nullable Long ofBatch(EngineState state) {
        boolean alone = filter.queues().isEmpty()
                && filter.states().isEmpty()
                && filter.tags().isEmpty()
                && filter.failures().isEmpty();
        if (!alone || filter.batches().size() != 1) {
            return null;
        }
        JobBatch batch = state.batches().get(filter.batches().get(0));
        return batch == null ? 0L : batch.jobs().size();
    }

    private @Nullable Long ofOneKey(EngineState state) {
        if (filter.tags().size() + filter.failures().size() != 1) {
            return null;
        }
        RankedSet<?> jobs = filter.tags().isEmpty()
                ? state.failures().in(filter.failures().get(0))
                : state.tags().jobs(filter.tags().get(0));
        return jobs == null ? 0L : jobs.size();
    }

    private long in(JobQueue queue) {
        long count = 0;
        for (State one : State.values()) {
            count += order.lists(one) && filter.mayBeIn(one) ? queue.count(one) : 0;
        }
        return count;
    }
}
