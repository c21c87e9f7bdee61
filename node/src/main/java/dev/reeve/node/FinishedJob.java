package dev.reeve.node;

import dev.reeve.engine.job.EndReason;
import dev.reeve.engine.job.JobError;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.State;
import org.jspecify.annotations.Nullable;

/**
 * A finished job as passed to the caller that waits for its end. The array is shared with the engine.
 *
 * @param state the state in which the job ended, even if it was not kept
 * @param error why it failed, if its worker told so in parts
 */
@SuppressWarnings("ArrayRecordComponent")
public record FinishedJob(
        long number,
        JobId id,
        State state,
        byte[] result,
        @Nullable JobError error) {
    private static final byte[] NOTHING = new byte[0];

    /** A job without a result has an empty one. */
    static FinishedJob of(long number, JobId id, State state, byte @Nullable [] result, @Nullable JobError error) {
        return new FinishedJob(number, id, state, result == null ? NOTHING : result, error);
    }

    /** A job that has ended. */
    static FinishedJob of(JobView job) {
        JobError error = job.state() == State.FAILED ? job.error() : null;
        return of(job.number(), job.id(), job.state(), job.result(), error);
    }

    /** The state of a job that ended in this way; FAILED if it has none of its own. */
    static State state(EndReason how) {
        return switch (how) {
            case COMPLETED -> State.COMPLETED;
            case TIMED_OUT -> State.TIMED_OUT;
            case CANCELLED -> State.CANCELLED;
            default -> State.FAILED;
        };
    }

    public boolean completed() {
        return state == State.COMPLETED;
    }
}
