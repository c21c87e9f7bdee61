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

/** Queues the oldest failures of a failure group again, in the given queue. Returns the number of jobs. */
public record Unfail(CallerClock clock, String queue, String group, int count) implements Command<Integer> {
    @Override
    public List<String> queues() {
        return List.of(queue);
    }

    @Override
    public long growthBytes() {
        return Growth.queue(queue) + (long) Math.max(0, count) * HistoryEvent.OVERHEAD_BYTES;
    }

    @Override
    public long growthBytes(EngineState state) {
        RankedSet<Job> failed = state.failures().in(group);
        int jobs = failed == null ? 0 : Math.max(0, Math.min(count, failed.size()));
        return jobs == 0 ? 0 : Growth.queue(state, queue) + jobs * HistoryEvent.OVERHEAD_BYTES;
    }

    @Override
    public boolean usesReserve() {
        return true;
    }

    @Override
    public Outcome<Integer> apply(EngineState state) {
        return Outcome.of(state.placements().unfail(clock, queue, group, count));
    }
}
