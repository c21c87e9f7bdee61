package dev.reeve.engine.schedule;

/** What becomes of runs whose time passed while nobody could add them. */
public enum MissedRuns {
    /** They are left out. */
    SKIP(0),
    /** The last of them is made up for. */
    ONE(1),
    /** All are made up for, those that are handed in. */
    ALL(2);

    private final int code;

    MissedRuns(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    public static MissedRuns ofCode(int code) {
        if (code < 0 || code >= values().length) {
            throw new IllegalArgumentException("no rule for missed runs has the code " + code);
        }
        return values()[code];
    }
}
