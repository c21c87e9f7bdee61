package dev.reeve.engine.job;

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
