package dev.reeve.engine.format;

import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.QlessDialect;
import org.jspecify.annotations.Nullable;

/** The encoding of {@link JobRef}, {@link Claim} and of an optional {@link CallerClock}: one byte if there is none. */
public final class RefFormat {
    private static final int NO_CLOCK = 0;

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
        if (claim.hasToken()) {
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
            case REPEATABLE -> Claim.ofRepeatable(in.getVarLong());
            case WORKER -> Claim.ofWorker(in.getString());
        };
    }

    public static void write(@Nullable CallerClock clock, ByteSink out) {
        out.putByte(clock == null ? NO_CLOCK : clock.dialect().code());
        if (clock != null) {
            out.putSigned(clock.nowMicros());
        }
    }

    public static @Nullable CallerClock readClock(ByteSource in) {
        int code = in.getByte();
        return code == NO_CLOCK ? null : clock(code, in);
    }

    static CallerClock requireClock(ByteSource in) {
        return clock(in.getByte(), in);
    }

    private static CallerClock clock(int code, ByteSource in) {
        QlessDialect dialect = QlessDialect.ofCode(code);
        return new CallerClock(in.getSigned(), dialect);
    }
}
