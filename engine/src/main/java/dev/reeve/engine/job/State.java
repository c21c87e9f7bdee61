package dev.reeve.engine.job;

/**
 * Where a job is in its life. Doors show these under their own names.
 *
 * <pre>
 * from \\ to    READY SCHEDULED DEPENDS RETRYING LEASED COMPLETED FAILED TIMED_OUT CANCELLED
 * READY          x       x        x       x       x       x       x                x
 * SCHEDULED      x       x        x                       x       x                x
 * DEPENDS        x       x        x                       x       x                x
 * RETRYING       x       x        x       x               x       x       x        x
 * LEASED         x       x        x       x       x       x       x       x        x
 * COMPLETED      x       x        x
 * FAILED         x       x        x                                                x
 * TIMED_OUT      x       x        x
 * CANCELLED      x       x        x
 * </pre>
 *
 * <p>A job that exists can be put anew whatever its state, so every state leads to the first three. A report may come
 * before the job was leased, so every unfinished state leads to COMPLETED, FAILED and CANCELLED. LEASED leads to LEASED
 * where the lease has lapsed by the clock of the caller that takes the job over. RETRYING leads to TIMED_OUT where the
 * queue is deleted.
 */
public enum State {
    /** Can be leased now. */
    READY(1),
    /** Waits for the time it was scheduled for. */
    SCHEDULED(2),
    /** Waits for other jobs to complete. */
    DEPENDS(3),
    /** Failed or timed out, and waits for the delay before its next try. */
    RETRYING(4),
    /** A worker has it. */
    LEASED(5),
    COMPLETED(6),
    FAILED(7),
    TIMED_OUT(8),
    CANCELLED(9);

    private static final State[] BY_CODE = new State[10];

    static {
        for (State state : values()) {
            BY_CODE[state.code] = state;
        }
    }

    private final int code;

    State(int code) {
        this.code = code;
    }

    /** The state's number in journals and snapshots; never reused. */
    public int code() {
        return code;
    }

    public static State ofCode(int code) {
        if (code < 1 || code >= BY_CODE.length) {
            throw new IllegalArgumentException("no job state has the code " + code);
        }
        return BY_CODE[code];
    }

    /** Whether a job in this state can go to that one. */
    public boolean mayBecome(State next) {
        return switch (next) {
            case READY, SCHEDULED, DEPENDS -> true;
            case RETRYING -> this == READY || this == RETRYING || this == LEASED;
            case LEASED -> this == READY || this == LEASED;
            case COMPLETED -> !ended();
            case FAILED -> !ended();
            case TIMED_OUT -> this == LEASED || this == RETRYING;
            case CANCELLED -> !ended() || this == FAILED;
        };
    }

    /** True when a moment is set at which the state changes by itself. */
    public boolean hasTimer() {
        return this == SCHEDULED || this == RETRYING || this == LEASED;
    }

    /** True when nothing more will happen to the job but its removal. */
    public boolean ended() {
        return code >= COMPLETED.code;
    }
}
