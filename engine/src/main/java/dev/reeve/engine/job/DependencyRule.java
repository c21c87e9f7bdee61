package dev.reeve.engine.job;

/** What becomes of a job whose dependency fails for good, with codes for journals and snapshots. */
public enum DependencyRule {
    /** The job does not ask how a dependency ended: its removal is as good as its completion. */
    NONE(0),
    /** The job is cancelled. */
    CANCEL(1),
    /** The job runs. */
    RUN(2),
    /** The job waits until the dependency is retried. */
    WAIT(3);

    private static final DependencyRule[] IN_ORDER_OF_CODES = values();

    private final int code;

    DependencyRule(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    public static DependencyRule ofCode(int code) {
        if (code < 0 || code >= IN_ORDER_OF_CODES.length) {
            throw new IllegalArgumentException("no rule for failed dependencies has the code " + code);
        }
        return IN_ORDER_OF_CODES[code];
    }
}
