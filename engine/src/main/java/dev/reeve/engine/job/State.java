package dev.reeve.engine.job;

/** Where a job is in its life. Doors show these under their own names. */
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

    /** True when a moment is set at which the state changes by itself. */
    public boolean hasTimer() {
        return this == SCHEDULED || this == RETRYING || this == LEASED;
    }

    /** True when nothing more will happen to the job but its removal. */
    public boolean ended() {
        return code >= COMPLETED.code;
    }
}
