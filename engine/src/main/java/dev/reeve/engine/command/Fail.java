package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Growth;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.HeapBytes;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.qless.CallerClock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reports that a job failed. The job is retried if its retry policy allows, else it ends as FAILED. Without a claim it
 * is accepted in any unfinished state.
 *
 * @param result the failure's message or output; null keeps the stored output
 * @param group the failure group; null for the default group
 * @param payload replaces the payload of a polled job; null keeps it
 * @param clock the caller's clock; null for the server's
 */
@SuppressWarnings("ArrayRecordComponent")
public record Fail(
        JobRef job,
        Claim claim,
        byte @Nullable [] result,
        @Nullable String group,
        byte @Nullable [] payload,
        @Nullable CallerClock clock)
        implements Command<Done> {
    private static final String DEFAULT_GROUP = "failed";

    /** Fails the job by the server's clock, in the default group. */
    public Fail(JobRef job, Claim claim, byte @Nullable [] result) {
        this(job, claim, result, null, null, null);
    }

    @Override
    public long growthBytes() {
        return Growth.content(result) + Growth.content(payload) + failureBytes();
    }

    @Override
    public long growthBytes(EngineState state) {
        Job found = state.find(job);
        if (found == null) {
            return 0;
        }
        boolean noted = group != null || found.optionalFields() != null;
        return Growth.replacing(found.result(), result)
                + Growth.replacing(found.payload(), payload)
                + (noted ? failureBytes() : 0);
    }

    @Override
    public boolean usesReserve() {
        return true;
    }

    /** What a job with a history keeps of a failure; the message is kept as a text too. */
    private long failureBytes() {
        long text = result == null ? 0 : HeapBytes.longestString(result.length);
        return text
                + Growth.failure(group == null ? DEFAULT_GROUP : group, null)
                + (group == null ? 0 : Growth.HISTORY);
    }

    @Override
    public List<JobRef> jobs() {
        return List.of(job);
    }

    @Override
    public Outcome<Done> apply(EngineState state) {
        Job found = state.find(job);
        Outcome<Done> refusal = LeaseChecks.ofUnfinished(found, claim);
        if (refusal != null || found == null) {
            return refusal != null ? refusal : Outcome.refused(Rejection.JOB_NOT_FOUND);
        }
        if (payload != null && found.polled()) {
            state.payload(found, payload);
        }
        state.ends().fail(state.clockOr(clock), found, result, group);
        return Outcome.done();
    }
}
