package dev.reeve.engine.qless;

/** How a caller with a clock of its own expects things to be done: its clients differ by age in small ways. */
public enum QlessDialect {
    CURRENT(1),
    /** Lapsed leases are taken back at once, times count in whole seconds, events have two names. */
    EARLY(2),
    /** As {@link #EARLY}, but times keep their fractions. */
    FUNCTION(3);

    private final int code;

    QlessDialect(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    public static QlessDialect ofCode(int code) {
        return switch (code) {
            case 1 -> CURRENT;
            case 2 -> EARLY;
            case 3 -> FUNCTION;
            default -> throw new IllegalArgumentException("no dialect has the code " + code);
        };
    }

    /** Whether a worker whose lease has lapsed gets a warning and some more time. */
    public boolean warns() {
        return this == CURRENT;
    }

    /** Whether a worker is listed when it renews a lease, besides when it asks for work. */
    public boolean registersOnRenewal() {
        return this == CURRENT;
    }

    public boolean wholeSeconds() {
        return this == EARLY;
    }
}
