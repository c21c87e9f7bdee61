package dev.reeve.door.qless;

/** A violation of the Redis protocol. The start of the next request is unknown, so the connection has to be closed. */
final class MalformedRequest extends Exception {
    private static final long serialVersionUID = 1;

    private final String reason;
    private final boolean tooLarge;

    MalformedRequest(String reason) {
        this(reason, false);
    }

    private MalformedRequest(String reason, boolean tooLarge) {
        super(reason, null, false, false);
        this.reason = reason;
        this.tooLarge = tooLarge;
    }

    /** A request that is well-formed but exceeds a limit. */
    static MalformedRequest tooLarge(String reason) {
        return new MalformedRequest(reason, true);
    }

    boolean isTooLarge() {
        return tooLarge;
    }

    Resp reply() {
        return new Resp.Error("ERR Protocol error: " + reason);
    }
}
