package dev.reeve.server.door.workq;

import dev.reeve.server.net.Output;
import dev.reeve.server.net.Reply;
import dev.reeve.server.net.Session;

/** The reply to a line that was not executed. */
final class ErrorReply extends Reply {
    private final ClientError error;

    ErrorReply(Session session, ClientError error) {
        super(session);
        this.error = error;
    }

    /** Takes its place among the replies. */
    void send() {
        session().open(this);
        ready();
    }

    @Override
    protected void write(Output out) {
        out.bytes(error.words());
    }
}
