package dev.reeve.engine.job;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A change of some terms; null leaves a term unchanged. */
public record TermsPatch(
        @Nullable Long leaseMicros,
        @Nullable Long heartbeatMicros,
        @Nullable Long keepMicros,
        @Nullable Integer retries,
        @Nullable List<Long> delaysMicros) {
    public static final TermsPatch NOTHING = new TermsPatch(null, null, null, null, null);

    public Terms on(Terms base) {
        if (equals(NOTHING)) {
            return base;
        }
        RetryPolicy retry = base.retry();
        return new Terms(
                leaseMicros == null ? base.leaseMicros() : leaseMicros,
                heartbeatMicros == null ? base.heartbeatMicros() : heartbeatMicros,
                base.ttlMicros(),
                keepMicros == null ? base.keepMicros() : keepMicros,
                base.waitMicros(),
                new RetryPolicy(
                        retry.rule(),
                        retry.maxAttempts(),
                        retry.maxFails(),
                        retries == null ? retry.retries() : retries,
                        delaysMicros == null ? retry.delaysMicros() : delaysMicros));
    }
}
