package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Growth;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.job.HistoryEvent;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.State;
import java.util.List;

/**
 * Moves a job to another queue, with its history. A job that waits goes on waiting there. One that failed, timed out or was
 * cancelled starts anew there. A job that a worker holds, or that was completed, stays where it is.
 *
 * @param queue where to; created if there is no such queue
 */
public record Move(JobRef job, String queue) implements Command<Done> {
    @Override
    public long growthBytes() {
        return Growth.HISTORY + HistoryEvent.OVERHEAD_BYTES + Growth.queue(queue) + Growth.MOST_OF_LIMIT_KEY;
    }

    @Override
    public long growthBytes(EngineState state) {
        Job found = state.find(job);
        long key = found == null ? 0 : Growth.limitKey(found.ties().limitKey());
        return Growth.history(found) + HistoryEvent.OVERHEAD_BYTES + Growth.queue(state, queue) + key;
    }

    @Override
    public List<String> queues() {
        return List.of(queue);
    }

    @Override
    public List<JobRef> jobs() {
        return List.of(job);
    }

    @Override
    public Outcome<Done> apply(EngineState state) {
        Job found = state.find(job);
        if (found == null) {
            return Outcome.refused(Rejection.JOB_NOT_FOUND);
        }
        boolean isThere = !found.queue().deleted() && found.queue().name().equals(queue);
        if (found.state() == State.LEASED
                || found.state() == State.COMPLETED
                || (isThere && !found.state().ended())) {
            return LeaseChecks.refused(Rejection.INVALID_TRANSITION, found);
        }
        state.placements().move(found, queue);
        return Outcome.done();
    }
}
