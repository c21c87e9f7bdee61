package dev.reeve.engine.job;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change of some terms; null leaves a term unchanged.
 *
 * @param ofQueue whether the terms that are changed are the default terms of the queue, if it has any
 * @param retries the number of retries, for a policy of retries. A policy with backoff becomes one of retries
 * @param delaysMicros the delays of a policy of retries
 * @param tries the limits of a policy with backoff. Any other policy becomes one with backoff
 */
public record TermsPatch(
        boolean ofQueue,
        @Nullable Long leaseMicros,
        @Nullable Long heartbeatMicros,
        @Nullable Long ttlMicros,
        @Nullable KeepPatch keep,
        @Nullable Integer retries,
        @Nullable List<Long> delaysMicros,
        @Nullable Tries tries) {
    public static final TermsPatch NOTHING = new TermsPatch(null, null, null, null, null);

    /** A change of some of the times of {@link Keep}. */
    public record KeepPatch(
            @Nullable Long completedMicros,
            @Nullable Long failedMicros,
            @Nullable Long cancelledMicros) {
        Keep on(Keep base) {
            return new Keep(
                    completedMicros == null ? base.completedMicros() : completedMicros,
                    failedMicros == null ? base.failedMicros() : failedMicros,
                    cancelledMicros == null ? base.cancelledMicros() : cancelledMicros);
        }
    }

    /** A change of some limits of a policy with backoff. */
    public record Tries(
            @Nullable Integer maxAttempts,
            @Nullable Backoff backoff,
            @Nullable Integer maxLapses) {
        RetryPolicy on(RetryPolicy base) {
            RetryPolicy known = base.rule() == RetryPolicy.Rule.BACKOFF ? base : Terms.STANDARD.retry();
            return RetryPolicy.backoff(
                    maxAttempts == null ? known.maxAttempts() : maxAttempts,
                    backoff == null ? known.backoff() : backoff,
                    maxLapses == null ? known.maxLapses() : maxLapses);
        }
    }

    public TermsPatch {
        delaysMicros = delaysMicros == null ? null : List.copyOf(delaysMicros);
    }

    /** A change of the command's own terms that keeps the job equally long after every end. */
    public TermsPatch(
            @Nullable Long leaseMicros,
            @Nullable Long heartbeatMicros,
            @Nullable Long keepMicros,
            @Nullable Integer retries,
            @Nullable List<Long> delaysMicros) {
        this(
                false,
                leaseMicros,
                heartbeatMicros,
                null,
                keepMicros == null ? null : new KeepPatch(keepMicros, keepMicros, keepMicros),
                retries,
                delaysMicros,
                null);
    }

    public Terms on(Terms base) {
        if (changesNothing()) {
            return base;
        }
        return new Terms(
                leaseMicros == null ? base.leaseMicros() : leaseMicros,
                heartbeatMicros == null ? base.heartbeatMicros() : heartbeatMicros,
                ttlMicros == null ? base.ttlMicros() : ttlMicros,
                keep == null ? base.keep() : keep.on(base.keep()),
                base.waitMicros(),
                tries == null ? retried(base.retry()) : tries.on(base.retry()));
    }

    private boolean changesNothing() {
        return leaseMicros == null
                && heartbeatMicros == null
                && ttlMicros == null
                && keep == null
                && retries == null
                && delaysMicros == null
                && tries == null;
    }

    private RetryPolicy retried(RetryPolicy base) {
        if (retries == null && delaysMicros == null) {
            return base;
        }
        boolean converts = base.rule() == RetryPolicy.Rule.BACKOFF;
        return new RetryPolicy(
                converts ? RetryPolicy.Rule.RETRIES : base.rule(),
                converts ? 0 : base.maxAttempts(),
                base.maxFails(),
                retries == null ? base.retries() : retries,
                delaysMicros == null ? base.backoff().delaysMicros() : delaysMicros);
    }

    /** The delays that the changed terms have of their own. */
    public int delayCount() {
        Backoff backoff = tries == null ? null : tries.backoff();
        return (delaysMicros == null ? 0 : delaysMicros.size())
                + (backoff == null ? 0 : backoff.delaysMicros().size());
    }
}
