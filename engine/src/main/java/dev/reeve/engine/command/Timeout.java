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
import dev.reeve.engine.qless.CallerClock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ends the leases of jobs as if they had lapsed. It stops at the first job that is not leased, which the rejection
 * names; the leases of the jobs before it have ended.
 *
 * @param output the output of the jobs, stored with them; null keeps the stored output
 * @param clock the caller's clock; null for the server's. With a clock, a job on a caller's clock uses no retry
 */
@SuppressWarnings("ArrayRecordComponent")
public record Timeout(
        List<JobRef> jobs,
        Claim claim,
        byte @Nullable [] output,
        @Nullable CallerClock clock) implements Command<Done> {
    private static final int DEFAULT_GROUP_LENGTH = "failed".length();

    public Timeout(List<JobRef> jobs, Claim claim, byte @Nullable [] output, @Nullable CallerClock clock) {
        this.jobs = List.copyOf(jobs);
        this.claim = claim;
        this.output = output;
        this.clock = clock;
    }

    @Override
    public long growthBytes() {
        return jobs.size()
                * (Growth.content(output) + HistoryEvent.OVERHEAD_BYTES + Growth.failure(DEFAULT_GROUP_LENGTH));
    }

    @Override
    public boolean usesReserve() {
        return true;
    }

    @Override
    public Outcome<Done> apply(EngineState state) {
        for (JobRef ref : jobs) {
            Job job = state.find(ref);
            if (job == null) {
                return Outcome.refused(Rejection.JOB_NOT_FOUND, ref.toString());
            }
            Outcome<Done> refusal = LeaseChecks.ofLeased(job, claim);
            if (refusal != null) {
                return clock == null ? refusal : Outcome.refused(Rejection.NOT_LEASED, ref.toString());
            }
            if (output != null) {
                state.leases().output(job, output);
            }
            if (clock != null) {
                state.qless().leases().endLease(clock, job);
            } else {
                state.leases().lapse(job);
            }
        }
        return Outcome.done();
    }
}
