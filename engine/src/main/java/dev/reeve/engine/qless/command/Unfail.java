package dev.reeve.engine.qless.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Growth;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.HistoryEvent;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.qless.CallerClock;
import java.util.List;

/**
 * Queues the oldest failures of a failure group again, in the given queue, at most {@link EngineState#CHANGES_PER_ENTRY} of
 * them. Returns the number of jobs.
 */
public record Unfail(CallerClock clock, String queue, String group, int count) implements Command<Integer> {
    @Override
    public List<String> queues() {
        return List.of(queue);
    }

    @Override
    public long growthBytes() {
        return Growth.queue(queue) + most() * (HistoryEvent.OVERHEAD_BYTES + Growth.MOST_OF_LIMIT_KEY);
    }

    @Override
    public long growthBytes(EngineState state) {
        RankedSet<Job> failed = state.failures().in(group);
        int jobs = failed == null ? 0 : Math.min(most(), failed.size());
        if (failed == null || jobs == 0) {
            return 0;
        }
        long keys = 0;
        for (Job job : failed.page(failed.size() - jobs, jobs)) {
            keys += Growth.limitKey(job.ties().limitKey());
        }
        return Growth.queue(state, queue) + jobs * HistoryEvent.OVERHEAD_BYTES + keys;
    }

    private int most() {
        return Math.max(0, Math.min(count, EngineState.CHANGES_PER_ENTRY));
    }

    @Override
    public boolean usesReserve() {
        return true;
    }

    @Override
    public Outcome<Integer> apply(EngineState state) {
        return Outcome.of(state.qless().placements().unfail(clock, queue, group, count));
    }
}
