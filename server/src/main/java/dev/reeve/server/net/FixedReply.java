package dev.reeve.server.net;

/** A reply that is known at once, such as the one to a command that cannot be executed. */
public final class FixedReply extends Reply {
    private final byte[] words;

    private FixedReply(Session session, byte[] words) {
        super(session);
        this.words = words;
    }

    /** Takes the next place among the replies. */
    public static void send(Session session, byte[] words) {
        FixedReply reply = new FixedReply(session, words);
        session.open(reply);
        reply.ready();
    }

    @Override
    protected void write(Output out) {
        out.bytes(words);
    }
}
