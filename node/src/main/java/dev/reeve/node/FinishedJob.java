package dev.reeve.node;

import dev.reeve.engine.job.JobId;
import org.jspecify.annotations.Nullable;

/** A finished job as passed to the caller that waits for its result. The array is shared with the engine. */
@SuppressWarnings("ArrayRecordComponent")
public record FinishedJob(long number, JobId id, boolean completed, byte[] result) {
    private static final byte[] NOTHING = new byte[0];

    /** A job without a result has an empty one. */
    static FinishedJob of(long number, JobId id, boolean completed, byte @Nullable [] result) {
        return new FinishedJob(number, id, completed, result == null ? NOTHING : result);
    }
}
