package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Failed;
import dev.reeve.engine.Growth;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.HeapBytes;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobError;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.LeaseEnd;
import dev.reeve.engine.job.RetryChoice;
import dev.reeve.engine.job.State;
import dev.reeve.engine.lifecycle.FailureReport;
import dev.reeve.engine.qless.CallerClock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reports that a job failed. The job is retried if its retry policy allows, else it ends as FAILED. Without a claim it
 * is accepted in any unfinished state.
 *
 * @param result the failure's message or output; null keeps the stored output
 * @param group the failure group; null for that of the error, or else the default group
 * @param payload replaces the payload of a polled job; null keeps it
 * @param clock the caller's clock; null for the server's
 * @param error what the reporter tells in parts; its time is that of the entry. Null if it tells none
 */
@SuppressWarnings("ArrayRecordComponent")
public record Fail(
        JobRef job,
        Claim claim,
        byte @Nullable [] result,
        @Nullable String group,
        byte @Nullable [] payload,
        @Nullable CallerClock clock,
        @Nullable JobError error,
        RetryChoice retry)
        implements Command<Failed> {
    private static final String DEFAULT_GROUP = "failed";

    /** Longer names of queues count in the current state only. */
    private static final int LONG_NAME = 1024;

    /** A failure without parts, and a retry as the policy says. */
    public Fail(
            JobRef job,
            Claim claim,
            byte @Nullable [] result,
            @Nullable String group,
            byte @Nullable [] payload,
            @Nullable CallerClock clock) {
        this(job, claim, result, group, payload, clock, null, RetryChoice.POLICY);
    }

    /** Fails the job by the server's clock, in the default group. */
    public Fail(JobRef job, Claim claim, byte @Nullable [] result) {
        this(job, claim, result, null, null, null);
    }

    /** Fails the job by the server's clock with an error. */
    public static Fail with(JobRef job, Claim claim, @Nullable JobError error, RetryChoice retry) {
        return new Fail(job, claim, null, null, null, null, error, retry);
    }

    @Override
    public long growthBytes() {
        return Growth.content(result) + Growth.content(payload) + failureBytes(LONG_NAME);
    }

    @Override
    public long growthBytes(EngineState state) {
        Job found = state.find(job);
        if (found == null) {
            return 0;
        }
        boolean noted = group != null || error != null || found.optionalFields() != null;
        return Growth.replacing(found.result(), result)
                + Growth.replacingPayload(found, payload)
                + (noted ? failureBytes(found.queue().name().length()) : 0);
    }

    @Override
    public boolean usesReserve() {
        return true;
    }

    /** What a job with a history keeps of a failure; the message is kept as a text too. */
    private long failureBytes(int queueLength) {
        long text = result == null ? 0 : HeapBytes.longestString(result.length);
        int named = group != null ? group.length() : DEFAULT_GROUP.length();
        return error == null
                ? text + Growth.failure(named) + (group == null ? 0 : Growth.HISTORY)
                : text
                        + Growth.failure(Math.max(named, error.group("").length() + queueLength))
                        + Growth.HISTORY
                        + Growth.text(error.message())
                        + error.growthBytes();
    }

    @Override
    public List<JobRef> jobs() {
        return List.of(job);
    }

    @Override
    public Outcome<Failed> apply(EngineState state) {
        Job found = state.find(job);
        LeaseEnd before = LeaseChecks.repeated(found, claim);
        State reached = before == null ? null : before.afterFail();
        if (reached != null && found != null) {
            return Outcome.of(Failed.of(found, reached));
        }
        Outcome<Failed> refusal = LeaseChecks.ofUnfinished(found, claim);
        if (refusal != null || found == null) {
            return refusal != null ? refusal : Outcome.refused(Rejection.JOB_NOT_FOUND);
        }
        if (payload != null && found.polled()) {
            state.payload(found, payload);
        }
        FailureReport report = new FailureReport(result, group, error, retry);
        State now = state.ends().fail(state.clockOr(clock), found, report);
        LeaseChecks.noteEnd(state, found, claim, LeaseEnd.ofFail(now));
        return Outcome.of(Failed.of(found, now));
    }
}
