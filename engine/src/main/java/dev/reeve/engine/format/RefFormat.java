package dev.reeve.engine.format;

import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;

/** The encoding of {@link JobRef} and {@link Claim}. */
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
        out.putByte(claim.kind().code());
        String worker = claim.worker();
        if (claim.kind() == Claim.Kind.TOKEN) {
            out.putVarLong(claim.token());
        } else if (worker != null) {
            out.putString(worker);
        }
    }

    public static Claim readClaim(ByteSource in) {
        return switch (Claim.Kind.ofCode(in.getByte())) {
            case NONE -> Claim.NONE;
            case ANY_LEASE -> Claim.ANY_LEASE;
            case TOKEN -> Claim.ofToken(in.getVarLong());
            case WORKER -> Claim.ofWorker(in.getString());
        };
    }
}
