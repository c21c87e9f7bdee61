package dev.reeve.server.door.goqueue;

import dev.reeve.server.net.RefusalKind;

/** A command that cannot be executed. Thrown while it is read, never past the door. */
final class BadFrame extends Exception {
    private static final long serialVersionUID = 1L;

    private final String text;
    private final boolean lost;
    private final RefusalKind kind;

    private BadFrame(String text, boolean lost, RefusalKind kind) {
        // Clients may send many of them, and where in the reading it happened interests nobody: no stack trace.
        super(text, null, false, false);
        this.text = text;
        this.lost = lost;
        this.kind = kind;
    }

    /** Where the next command begins is known. */
    static BadFrame followed(String text) {
        return new BadFrame(text, false, RefusalKind.MALFORMED);
    }

    /** Where the next command begins cannot be told. */
    static BadFrame lost(String text) {
        return new BadFrame(text, true, RefusalKind.MALFORMED);
    }

    /** There is no such command. */
    static BadFrame unknown(String text, boolean lost) {
        return new BadFrame(text, lost, RefusalKind.UNKNOWN);
    }

    /** The command announces more than is taken. */
    static BadFrame tooLarge(String text) {
        return new BadFrame(text, true, RefusalKind.TOO_LARGE);
    }

    String text() {
        return text;
    }

    RefusalKind kind() {
        return kind;
    }

    boolean isLost() {
        return lost;
    }
}
