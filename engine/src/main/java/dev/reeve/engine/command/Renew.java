package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.RefFormat;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.Lease;

/**
 * A worker's sign of life. Its reply is the lease with its new end.
 *
 * @param leaseMicros how long the lease lasts from now on; 0 leaves it to the job
 */
public record Renew(JobRef job, Claim claim, long leaseMicros) implements Command<Lease> {
    public Renew {
        if (leaseMicros < 0) {
            throw new IllegalArgumentException("expected no negative time, but got " + leaseMicros);
        }
    }

    @Override
    public CommandType type() {
        return CommandType.RENEW;
    }

    @Override
    public Outcome<Lease> apply(EngineState store) {
        Job found = store.find(job);
        Rejection refusal = LeaseChecks.ofLeased(found, claim);
        Lease lease = found == null ? null : found.lease();
        if (refusal != null || found == null || lease == null) {
            return Outcome.refused(refusal != null ? refusal : Rejection.NOT_LEASED);
        }
        return Outcome.of(store.transitions().renew(found, lease, leaseMicros));
    }

    @Override
    public void write(ByteSink out) {
        RefFormat.write(job, out);
        RefFormat.write(claim, out);
        out.putVarLong(leaseMicros);
    }

    public static Renew read(ByteSource in) {
        return new Renew(RefFormat.readRef(in), RefFormat.readClaim(in), in.getVarLong());
    }
}
