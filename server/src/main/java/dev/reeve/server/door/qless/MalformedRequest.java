package dev.reeve.server.door.qless;

/** The client does not speak the Redis protocol; where its next request starts cannot be told. */
final class MalformedRequest extends Exception {
    private static final long serialVersionUID = 1;

    private final String reason;

    MalformedRequest(String reason) {
        super(reason, null, false, false);
        this.reason = reason;
    }

    Resp reply() {
        return new Resp.Error("ERR Protocol error: " + reason);
    }
}
