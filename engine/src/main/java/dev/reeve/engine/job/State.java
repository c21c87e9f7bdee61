package dev.reeve.engine.job;

/**
 * The states of a job and the transitions between them. Doors translate the names.
 *
 * <pre>
 * from \\ to    READY SCHEDULED DEPENDS RETRYING LEASED COMPLETED FAILED TIMED_OUT CANCELLED THROTTLED
 * READY          x       x        x       x       x       x       x                x        x
 * SCHEDULED      x       x        x                       x       x                x
 * DEPENDS        x       x        x                       x       x                x
 * RETRYING       x       x        x       x               x       x       x        x
 * LEASED         x       x        x       x       x       x       x       x        x
 * COMPLETED      x       x        x
 * FAILED         x       x        x                                                x
 * TIMED_OUT      x       x        x
 * CANCELLED      x       x        x
 * THROTTLED      x       x        x       x               x       x                x
 * </pre>
 *
 * <p>A job that exists can be put anew whatever its state, so every state leads to the first three. A report may come
 * before the job was leased, so every unfinished state leads to COMPLETED, FAILED and CANCELLED. LEASED leads to LEASED
 * where the lease has lapsed by the clock of the caller that takes the job over. RETRYING leads to TIMED_OUT where the
 * queue is deleted. THROTTLED is entered from READY only: a job is placed, and then its key has no free slot for it.
 */
public enum State {
    /** The job can be leased. */
    READY(1),
    /** The job waits for its due time. */
    SCHEDULED(2),
    /** The job waits for other jobs to complete. */
    DEPENDS(3),
    /** The job failed or timed out, and waits for its retry delay. */
    RETRYING(4),
    /** A worker holds the job. */
    LEASED(5),
    COMPLETED(6),
    FAILED(7),
    TIMED_OUT(8),
    CANCELLED(9),
    /** The job could be leased, but its key has no free slot. */
    THROTTLED(10);

    private static final State[] IN_ORDER_OF_CODES = values();

    private final int code;

    State(int code) {
        this.code = code;
    }

    /** The code in journals and snapshots; never reused. */
    public int code() {
        return code;
    }

    public static State ofCode(int code) {
        if (code < 1 || code > IN_ORDER_OF_CODES.length) {
            throw new IllegalArgumentException("no job state has the code " + code);
        }
        return IN_ORDER_OF_CODES[code - 1];
    }

    /** Whether the transition to the given state is allowed. */
    public boolean mayBecome(State next) {
        return switch (next) {
            case READY, SCHEDULED, DEPENDS -> true;
            case RETRYING -> this == READY || this == RETRYING || this == LEASED || this == THROTTLED;
            case LEASED -> this == READY || this == LEASED;
            case COMPLETED -> !ended();
            case FAILED -> !ended();
            case TIMED_OUT -> this == LEASED || this == RETRYING;
            case CANCELLED -> !ended() || this == FAILED;
            case THROTTLED -> this == READY;
        };
    }

    /** Whether jobs that depend on a job in this state no longer wait for it. */
    public boolean freesDependents() {
        return this == COMPLETED || this == CANCELLED;
    }

    /** Whether the state is final. */
    public boolean ended() {
        return code >= COMPLETED.code && this != THROTTLED;
    }
}
