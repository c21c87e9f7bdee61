package dev.reeve.engine.qless.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.queue.JobQueue;
import java.util.List;

/**
 * Returns the next jobs of a queue without leasing them. It creates jobs from due recurring jobs and makes due
 * scheduled jobs ready, but reclaims no lease.
 */
public record Peek(CallerClock clock, String queue, int count) implements Command<List<JobView>> {
    @Override
    public List<String> queues() {
        return List.of(queue);
    }

    @Override
    public Outcome<List<JobView>> apply(EngineState state) {
        JobQueue found = state.queue(queue);
        if (found == null) {
            return Outcome.of(List.of());
        }
        int most = Math.min(count, state.workLeft());
        state.worked(most);
        return Outcome.of(state.qless().callerClockDeadlines().peek(found, clock, most).stream()
                .map(state::view)
                .toList());
    }
}
