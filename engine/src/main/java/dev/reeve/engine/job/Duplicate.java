package dev.reeve.engine.job;

/** What becomes of an add whose unique key is taken, with codes for journals and snapshots. */
public enum Duplicate {
    /** The job that holds the key is returned. */
    KEEP(0),
    /** The add is refused. */
    REFUSE(1),
    /** A job that waits takes over the content of the add; a leased one gets a successor. */
    REPLACE(2);

    private static final Duplicate[] IN_ORDER_OF_CODES = values();

    private final int code;

    Duplicate(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    public static Duplicate ofCode(int code) {
        if (code < 0 || code >= IN_ORDER_OF_CODES.length) {
            throw new IllegalArgumentException("no rule for duplicates has the code " + code);
        }
        return IN_ORDER_OF_CODES[code];
    }
}
