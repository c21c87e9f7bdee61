package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Growth;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.HistoryEvent;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.Status;
import java.util.List;

/**
 * Queues a job once more that failed, timed out or was cancelled: from the start, at the back of its queue. If that was
 * deleted and none has its name now, the refusal names it.
 *
 * @param startsAtMicros the time from which it can be leased; {@link Add#NOW} for at once
 * @param anew whether its attempts, failures and retries are counted from 0 again
 */
public record Requeue(JobRef job, Claim claim, long startsAtMicros, boolean anew) implements Command<Done> {
    /** Queues the job at once; its attempts go on. */
    public Requeue(JobRef job, Claim claim) {
        this(job, claim, Add.NOW, false);
    }

    /** Starts the job anew. */
    public static Requeue anew(JobRef job, long startsAtMicros) {
        return new Requeue(job, Claim.NONE, startsAtMicros, true);
    }

    @Override
    public long growthBytes() {
        return HistoryEvent.OVERHEAD_BYTES + Growth.MOST_OF_LIMIT_KEY;
    }

    @Override
    public long growthBytes(EngineState state) {
        Job found = state.find(job);
        if (found == null) {
            return 0;
        }
        return Growth.limitKey(found.ties().limitKey())
                + (found.optionalFields() == null ? 0 : HistoryEvent.OVERHEAD_BYTES);
    }

    @Override
    public boolean usesReserve() {
        return true;
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
        Outcome<Done> refusal = claim.kind() == Claim.Kind.NONE ? null : LeaseChecks.ofLeased(found, claim);
        if (refusal != null) {
            return refusal;
        }
        if (!found.status().mayBecome(Status.QUEUED)) {
            return LeaseChecks.refused(Rejection.INVALID_TRANSITION, found);
        }
        String queue = found.queue().name();
        if (state.queue(queue) == null) {
            return Outcome.refused(Rejection.QUEUE_NOT_FOUND, queue);
        }
        if (startsAtMicros != Add.NOW && startsAtMicros >= found.ttlEndsAtMicros()) {
            return Outcome.refused(Rejection.EXPIRES_BEFORE_DUE);
        }
        long startsAt = startsAtMicros == Add.NOW ? state.atMicros() : startsAtMicros;
        state.placements().requeue(found, startsAt, anew);
        return Outcome.done();
    }
}
