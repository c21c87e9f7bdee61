package dev.reeve.server.door.goqueue;

/** A command that cannot be executed. Thrown while it is read, never past the door. */
final class BadFrame extends Exception {
    private static final long serialVersionUID = 1L;

    private final String text;
    private final boolean lost;

    private BadFrame(String text, boolean lost) {
        // Clients may send many of them, and where in the reading it happened interests nobody: no stack trace.
        super(text, null, false, false);
        this.text = text;
        this.lost = lost;
    }

    /** Where the next command begins is known. */
    static BadFrame followed(String text) {
        return new BadFrame(text, false);
    }

    /** Where the next command begins cannot be told. */
    static BadFrame lost(String text) {
        return new BadFrame(text, true);
    }

    String text() {
        return text;
    }

    boolean isLost() {
        return lost;
    }
}
