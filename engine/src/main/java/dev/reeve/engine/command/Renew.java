package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.EventType;
import dev.reeve.engine.Growth;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.Renewed;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.RefFormat;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobOptions;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.Progress;
import dev.reeve.engine.qless.CallerClock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Extends a lease, and tells how far its holder has come.
 *
 * @param leaseMicros how long the lease lasts from now on; 0 leaves it to the job or, for a caller with a clock, its queue
 * @param payload replaces the job's; null keeps it
 * @param clock the caller's clock; null for the server's. A caller of the current dialect is listed among the workers
 * @param progress replaces the job's; null keeps it
 */
@SuppressWarnings("ArrayRecordComponent")
public record Renew(
        JobRef job,
        Claim claim,
        long leaseMicros,
        byte @Nullable [] payload,
        @Nullable CallerClock clock,
        @Nullable Progress progress)
        implements Command<Renewed> {
    public Renew(
            JobRef job,
            Claim claim,
            long leaseMicros,
            byte @Nullable [] payload,
            @Nullable CallerClock clock,
            @Nullable Progress progress) {
        if (leaseMicros < 0) {
            throw new IllegalArgumentException("expected a time of at least 0, but got " + leaseMicros);
        }
        this.job = job;
        this.claim = claim;
        this.leaseMicros = leaseMicros;
        this.payload = payload;
        this.clock = clock;
        this.progress = progress;
    }

    /** A renewal by the server's clock. */
    public Renew(JobRef job, Claim claim, long leaseMicros) {
        this(job, claim, leaseMicros, null, null, null);
    }

    /** A renewal by the server's clock with progress. */
    public static Renew with(JobRef job, Claim claim, long leaseMicros, @Nullable Progress progress) {
        return new Renew(job, claim, leaseMicros, null, null, progress);
    }

    @Override
    public CommandType type() {
        return CommandType.RENEW;
    }

    @Override
    public long growthBytes() {
        return Growth.content(payload) + progressBytes();
    }

    @Override
    public long growthBytes(EngineState state) {
        Job found = payload == null && progress == null ? null : state.find(job);
        return found == null ? 0 : Growth.replacingPayload(found, payload) + progressBytes();
    }

    private long progressBytes() {
        return progress == null ? 0 : JobOptions.GROWTH_BYTES + progress.growthBytes();
    }

    /** A lease must not be lost because of the progress that is told with its renewal. */
    @Override
    public boolean usesReserve() {
        return payload == null;
    }

    @Override
    public List<JobRef> jobs() {
        return List.of(job);
    }

    @Override
    public Outcome<Renewed> apply(EngineState state) {
        Job found = state.find(job);
        Outcome<Renewed> refusal = LeaseChecks.ofLeased(found, claim);
        Lease lease = found == null ? null : found.lease();
        if (refusal != null || found == null || lease == null) {
            return refusal != null ? refusal : Outcome.refused(Rejection.NOT_LEASED);
        }
        if (progress != null) {
            state.options(found, found.options().withProgress(progress));
            state.happened(found, EventType.JOB_PROGRESS);
        }
        Lease renewed = clock == null
                ? state.leases().renew(found, lease, leaseMicros, payload)
                : state.qless().leases().renew(clock, found, lease, leaseMicros, payload);
        return Outcome.of(new Renewed(renewed, found.options().cancelRequest() != null));
    }

    @Override
    public void write(ByteSink out) {
        RefFormat.write(job, out);
        RefFormat.write(claim, out);
        out.putVarLong(leaseMicros);
        out.putOptionalBytes(payload);
        RefFormat.write(clock, out);
        out.putOptional(progress, (to, told) -> {
            to.putVarLong(told.percent());
            to.putString(told.message());
        });
    }

    public static Renew read(ByteSource in) {
        return new Renew(
                RefFormat.readRef(in),
                RefFormat.readClaim(in),
                in.getVarLong(),
                in.getOptionalBytes(),
                RefFormat.readClock(in),
                in.getOptional(from -> new Progress(from.getCount(Integer.MAX_VALUE), from.getString())));
    }
}
