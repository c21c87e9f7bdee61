package dev.reeve.engine.schedule;

/** What becomes of a run that is due while the job of an earlier run has not ended. */
public enum Overlap {
    /** It is added. */
    ALLOW(0),
    /** It is left out. */
    SKIP(1),
    /** It waits for the end of the earlier one; while one waits, further ones are left out. */
    QUEUE(2);

    private final int code;

    Overlap(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    public static Overlap ofCode(int code) {
        if (code < 0 || code >= values().length) {
            throw new IllegalArgumentException("no rule for overlapping runs has the code " + code);
        }
        return values()[code];
    }
}
