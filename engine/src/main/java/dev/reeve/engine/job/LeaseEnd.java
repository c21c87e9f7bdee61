package dev.reeve.engine.job;

import org.jspecify.annotations.Nullable;

/**
 * What the holder of a job's last lease has done to end it, with codes for snapshots. It is kept for callers that may
 * repeat their report, see {@link Claim#ofRepeatable}.
 */
public enum LeaseEnd {
    COMPLETED(1),
    /** A failure was reported, and the job waited for its retry. */
    FAILED_RETRYING(2),
    /** A failure was reported, and the job was ready again at once. */
    FAILED_READY(3),
    /** A failure was reported, and the job ended. */
    FAILED(4),
    /** The job was given back. */
    RELEASED(5),
    /** The job was cancelled, by its holder or because a report met a request to cancel it. */
    CANCELLED(6);

    private static final LeaseEnd[] IN_ORDER_OF_CODES = values();

    private final int code;

    LeaseEnd(int code) {
        this.code = code;
    }

    /** The end by a reported failure after which the job is in that state. */
    public static LeaseEnd ofFail(State reached) {
        return switch (reached) {
            case RETRYING -> FAILED_RETRYING;
            case FAILED -> FAILED;
            case CANCELLED -> CANCELLED;
            default -> FAILED_READY;
        };
    }

    /** The state that the report of a failure has led to; null if the lease did not end by such a report. */
    public @Nullable State afterFail() {
        return switch (this) {
            case FAILED_RETRYING -> State.RETRYING;
            case FAILED_READY -> State.READY;
            case FAILED -> State.FAILED;
            case CANCELLED -> State.CANCELLED;
            default -> null;
        };
    }

    public int code() {
        return code;
    }

    public static LeaseEnd ofCode(int code) {
        if (code < 1 || code > IN_ORDER_OF_CODES.length) {
            throw new IllegalArgumentException("no end of a lease has the code " + code);
        }
        return IN_ORDER_OF_CODES[code - 1];
    }
}
