package dev.reeve.engine.qless;

/** The variants of qless that clients expect, by the age of the client. */
public enum QlessDialect {
    CURRENT(1),
    /** Lapsed leases are reclaimed at once, durations are in whole seconds, events have other names. */
    EARLY(2),
    /** As {@link #EARLY}, but durations have fractions. */
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

    /** Whether a worker is warned when its lease lapses, and gets a grace period. */
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
