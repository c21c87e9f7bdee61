package dev.reeve.door.goqueue;

import dev.reeve.net.RefusalKind;

/** A frame that cannot be executed. Thrown while the frame is decoded, and caught within the door. */
final class BadFrame extends Exception {
    private static final long serialVersionUID = 1L;

    private final String text;
    private final boolean lost;
    private final RefusalKind kind;

    /** @param lost whether the start of the next command is unknown, so that framing is lost */
    BadFrame(String text, boolean lost, RefusalKind kind) {
        // No stack trace: clients may send many bad frames, and the position in the decoder is not of interest.
        super(text, null, false, false);
        this.text = text;
        this.lost = lost;
        this.kind = kind;
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
