package dev.reeve.engine.format;

import dev.reeve.engine.job.DependencyRule;
import dev.reeve.engine.job.Duplicate;
import dev.reeve.engine.job.JobTies;
import dev.reeve.engine.job.UniqueKey;

/** The encoding of {@link JobTies}, in commands and in snapshots. */
final class TiesFormat {
    private TiesFormat() {}

    static void write(JobTies ties, ByteSink out) {
        out.putOptional(ties.unique(), (to, unique) -> {
            to.putString(unique.key());
            to.putBoolean(unique.untilLeased());
            to.putVarLong(unique.forMicros());
            to.putByte(unique.otherwise().code());
        });
        out.putOptionalString(ties.limitKey());
        out.putOptionalString(ties.batch());
        out.putOptionalString(ties.callback());
        out.putByte(ties.ifDependencyFails().code());
        out.putOptionalString(ties.dependencyKey());
    }

    static JobTies read(ByteSource in) {
        UniqueKey unique = in.getOptional(from -> new UniqueKey(
                from.getString(), from.getBoolean(), from.getVarLong(), Duplicate.ofCode(from.getByte())));
        return new JobTies(
                        unique,
                        in.getOptionalString(),
                        in.getOptionalString(),
                        in.getOptionalString(),
                        DependencyRule.ofCode(in.getByte()),
                        in.getOptionalString())
                .shared();
    }
}
