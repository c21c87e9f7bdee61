package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Growth;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.RefFormat;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.qless.CallerClock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Extends a lease. Returns the lease with its new deadline.
 *
 * @param leaseMicros how long the lease lasts from now on; 0 leaves it to the job or, for a caller with a clock, its queue
 * @param payload replaces the job's; null keeps it
 * @param clock the caller's clock; null for the server's. A caller of the current dialect is listed among the workers
 */
@SuppressWarnings("ArrayRecordComponent")
public record Renew(
        JobRef job,
        Claim claim,
        long leaseMicros,
        byte @Nullable [] payload,
        @Nullable CallerClock clock) implements Command<Lease> {
    public Renew(JobRef job, Claim claim, long leaseMicros, byte @Nullable [] payload, @Nullable CallerClock clock) {
        if (leaseMicros < 0) {
            throw new IllegalArgumentException("expected a time of at least 0, but got " + leaseMicros);
        }
        this.job = job;
        this.claim = claim;
        this.leaseMicros = leaseMicros;
        this.payload = payload;
        this.clock = clock;
    }

    /** A renewal by the server's clock. */
    public Renew(JobRef job, Claim claim, long leaseMicros) {
        this(job, claim, leaseMicros, null, null);
    }

    @Override
    public CommandType type() {
        return CommandType.RENEW;
    }

    @Override
    public long growthBytes() {
        return Growth.content(payload);
    }

    @Override
    public long growthBytes(EngineState state) {
        Job found = payload == null ? null : state.find(job);
        return found == null ? 0 : Growth.replacing(found.payload(), payload);
    }

    @Override
    public List<JobRef> jobs() {
        return List.of(job);
    }

    @Override
    public Outcome<Lease> apply(EngineState state) {
        Job found = state.find(job);
        Outcome<Lease> refusal = LeaseChecks.ofLeased(found, claim);
        Lease lease = found == null ? null : found.lease();
        if (refusal != null || found == null || lease == null) {
            return refusal != null ? refusal : Outcome.refused(Rejection.NOT_LEASED);
        }
        return Outcome.of(
                clock == null
                        ? state.leases().renew(found, lease, leaseMicros, payload)
                        : state.qless().leases().renew(clock, found, lease, leaseMicros, payload));
    }

    @Override
    public void write(ByteSink out) {
        RefFormat.write(job, out);
        RefFormat.write(claim, out);
        out.putVarLong(leaseMicros);
        out.putOptionalBytes(payload);
        RefFormat.write(clock, out);
    }

    public static Renew read(ByteSource in) {
        return new Renew(
                RefFormat.readRef(in),
                RefFormat.readClaim(in),
                in.getVarLong(),
                in.getOptionalBytes(),
                RefFormat.readClock(in));
    }
}
