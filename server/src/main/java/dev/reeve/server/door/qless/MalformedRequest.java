package dev.reeve.server.door.qless;

/** The client does not speak the Redis protocol; where its next request starts cannot be told. */
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

    /** It would be a request if it were smaller. */
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
