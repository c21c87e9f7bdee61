package dev.reeve.engine.qless.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Growth;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.LeaseChecks;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.Failure;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.qless.CallerClock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Retries a leased job on its worker's request, which uses a retry. Returns the number of retries left; -1 if there was
 * none and the job has failed.
 *
 * @param group the failure group; null for the default
 * @param message the reason of the retry; null if the worker gives none
 */
public record Retry(
        CallerClock clock,
        JobId id,
        String queue,
        String worker,
        long delayMicros,
        @Nullable String group,
        @Nullable String message)
        implements Command<Integer> {
    @Override
    public List<String> queues() {
        return List.of(queue);
    }

    @Override
    public long growthBytes() {
        return Growth.queue(queue) + Growth.HISTORY + failureBytes() + Growth.MOST_OF_LIMIT_KEY;
    }

    @Override
    public long growthBytes(EngineState state) {
        Job job = state.find(JobRef.of(id));
        if (job == null) {
            return 0;
        }
        long key = Growth.limitKey(job.ties().limitKey());
        return Growth.queue(state, queue) + Growth.history(job) + failureBytes() + key;
    }

    private long failureBytes() {
        return Growth.failure(groupIfExhausted().length()) + Growth.text(message);
    }

    @Override
    public boolean usesReserve() {
        return true;
    }

    @Override
    public List<JobRef> jobs() {
        return List.of(JobRef.of(id));
    }

    @Override
    public Outcome<Integer> apply(EngineState state) {
        Job job = state.find(JobRef.of(id));
        Outcome<Integer> refusal = LeaseChecks.ofLeased(job, Claim.ofWorker(worker));
        if (refusal != null || job == null) {
            return refusal != null ? refusal : Outcome.refused(Rejection.JOB_NOT_FOUND);
        }
        Failure reason = null;
        if (group != null && message != null) {
            long when = CallerClock.floorToSecond(clock.nowMicros());
            reason = new Failure(group, message, job.queue().name(), when, worker, state.nextToken());
        }
        return Outcome.of(state.qless().leases().retry(clock, job, queue, delayMicros, reason, groupIfExhausted()));
    }

    private String groupIfExhausted() {
        return group != null ? group : "failed-retries-" + queue;
    }
}
