package dev.reeve.server.net;

/** The reply to a command that is refused before it gets anywhere. */
public final class FixedReply extends Reply {
    private final byte[] words;

    private FixedReply(Session session, byte[] words) {
        super(session);
        this.words = words;
    }

    /** Takes the next place among the replies. */
    public static void send(Session session, RefusalKind kind, byte[] words) {
        session.refused(kind);
        FixedReply reply = new FixedReply(session, words);
        reply.markRefused();
        session.open(reply);
        reply.ready();
    }

    @Override
    protected void write(ReplyBuffer out) {
        out.bytes(words);
    }
}
