package dev.reeve.engine.job;

import org.jspecify.annotations.Nullable;

/**
 * A worker's exclusive, time-limited hold on a job. Invariant: a later lease has a larger token.
 *
 * @param renewedAtMicros the time of the last renewal; 0 if there was none
 */
public record Lease(
        long token, @Nullable String worker, long startedAtMicros, long renewedAtMicros, long deadlineMicros) {}
