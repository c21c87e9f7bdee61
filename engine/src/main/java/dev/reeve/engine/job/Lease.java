package dev.reeve.engine.job;

import org.jspecify.annotations.Nullable;

/**
 * A worker's hold on a job. The token only grows over the life of the data, so a later lease always has a larger one.
 *
 * @param renewedAtMicros when the worker last gave a sign of life, or 0 if it did not yet
 */
public record Lease(
        long token, @Nullable String worker, long startedAtMicros, long renewedAtMicros, long deadlineMicros) {}
