package dev.reeve.engine.lifecycle;

import dev.reeve.engine.job.JobError;
import dev.reeve.engine.job.RetryChoice;
import org.jspecify.annotations.Nullable;

/**
 * What a worker tells of a failure.
 *
 * @param result the message or output; null keeps the stored output
 * @param group the failure group; null for that of the error, or else the default one
 * @param error what the worker tells in parts; null if it does not
 */
@SuppressWarnings("ArrayRecordComponent")
public record FailureReport(
        byte @Nullable [] result,
        @Nullable String group,
        @Nullable JobError error,
        RetryChoice retry) {
    /** Whether the job gets a history, if it has none. */
    boolean isNoted() {
        return group != null || error != null;
    }
}
