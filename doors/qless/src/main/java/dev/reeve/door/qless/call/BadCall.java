package dev.reeve.door.qless.call;

import dev.reeve.door.qless.Resp;

/** A call with invalid arguments. Thrown while parsing, and never leaves the door. */
final class BadCall extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param message the error text of the original script, which clients parse */
    BadCall(String message) {
        // No stack trace: clients may send many invalid calls, and the trace is of no use.
        super(message, null, false, false);
    }

    Resp error() {
        return error(String.valueOf(getMessage()));
    }

    static Resp error(String message) {
        return new Resp.Error("ERR user_script:1: " + message);
    }
}
