package dev.reeve.engine.format;

import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;

/** The bytes of {@link JobRef} and {@link Claim}. */
public final class RefFormat {
    private RefFormat() {}

    public static void write(JobRef ref, ByteSink out) {
        JobId id = ref.id();
        out.putBoolean(id != null);
        if (id != null) {
            out.putJobId(id);
        } else {
            out.putVarLong(ref.number());
        }
    }

    public static JobRef readRef(ByteSource in) {
        return in.getBoolean() ? JobRef.of(in.getJobId()) : JobRef.of(in.getVarLong());
    }

    public static void write(Claim claim, ByteSink out) {
        out.putVarLong(claim.token());
        out.putOptionalString(claim.worker());
    }

    public static Claim readClaim(ByteSource in) {
        return new Claim(in.getVarLong(), in.getOptionalString());
    }
}
