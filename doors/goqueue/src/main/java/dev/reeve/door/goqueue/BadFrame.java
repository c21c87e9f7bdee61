package dev.reeve.door.goqueue;

import dev.reeve.net.RefusalKind;

/** A frame that cannot be executed. Thrown while the frame is decoded, and caught within the door. */
final class BadFrame extends Exception {
    private static final long serialVersionUID = 1L;

    private final String text;
    private final boolean lost;
    private final RefusalKind kind;

    private BadFrame(String text, boolean lost, RefusalKind kind) {
        // No stack trace: clients may send many bad frames, and the position in the decoder is not of interest.
        super(text, null, false, false);
        this.text = text;
        this.lost = lost;
        this.kind = kind;
    }

    /** The start of the next command is known. */
    static BadFrame followed(String text) {
        return new BadFrame(text, false, RefusalKind.MALFORMED);
    }

    /** The start of the next command is unknown, so framing is lost. */
    static BadFrame lost(String text) {
        return new BadFrame(text, true, RefusalKind.MALFORMED);
    }

    /** The command is unknown. */
    static BadFrame unknown(String text, boolean lost) {
        return new BadFrame(text, lost, RefusalKind.UNKNOWN);
    }

    /** The announced data exceeds the limit. */
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
