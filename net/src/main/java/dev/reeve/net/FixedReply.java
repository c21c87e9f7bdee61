package dev.reeve.net;

/** Reply with fixed bytes to a command that is refused before it reaches the node. */
public final class FixedReply extends Reply {
    private final byte[] error;

    private FixedReply(Session session, byte[] error) {
        super(session);
        this.error = error;
    }

    /** Appends the error to the pending replies of the session. */
    public static void send(Session session, RefusalKind kind, byte[] error) {
        session.refused(kind);
        FixedReply reply = new FixedReply(session, error);
        reply.markRefused();
        session.open(reply);
        reply.ready();
    }

    @Override
    protected void write(ReplyBuffer out) {
        out.bytes(error);
    }
}
