package dev.reeve.server.door.qless.call;

import dev.reeve.server.door.qless.Resp;

/** A call that cannot be made sense of. Thrown while it is read, never past the door. */
final class BadCall extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With the text that clients look for, as the script would have said it. */
    BadCall(String message) {
        // Clients may send many of them, and where in the reading it happened interests nobody: no stack trace.
        super(message, null, false, false);
    }

    Resp error() {
        return error(String.valueOf(getMessage()));
    }

    static Resp error(String message) {
        return new Resp.Error("ERR user_script:1: " + message);
    }
}
