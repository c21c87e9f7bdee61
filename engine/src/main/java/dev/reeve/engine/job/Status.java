package dev.reeve.engine.job;

/**
 * A job's state as clients see it: the waiting states are one, and a job that waits for a retry shows how its last try
 * ended.
 */
public enum Status {
    QUEUED,
    RUNNING,
    COMPLETED,
    FAILED,
    TIMED_OUT,
    CANCELLED;

    /** Whether a client may change this status to the given one. Only an acquire starts a job. */
    public boolean mayBecome(Status next) {
        return switch (this) {
            case QUEUED -> next == CANCELLED;
            case RUNNING -> next != QUEUED && next != RUNNING;
            case FAILED -> next == CANCELLED || next == QUEUED;
            case TIMED_OUT, CANCELLED -> next == QUEUED;
            case COMPLETED -> false;
        };
    }

    public static Status of(State state, boolean timedOut) {
        return switch (state) {
            case READY, THROTTLED, SCHEDULED, DEPENDS -> QUEUED;
            case RETRYING -> timedOut ? TIMED_OUT : FAILED;
            case LEASED -> RUNNING;
            case COMPLETED -> COMPLETED;
            case FAILED -> FAILED;
            case TIMED_OUT -> TIMED_OUT;
            case CANCELLED -> CANCELLED;
        };
    }
}
