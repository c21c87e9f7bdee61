package dev.reeve.door.qless;

import dev.reeve.net.Reply;
import dev.reeve.net.ReplyBuffer;
import dev.reeve.net.Session;
import java.util.function.Supplier;

/** The reply to a secret, which is known when the secret has been checked. */
final class LoginReply extends Reply {
    private final Supplier<RespVersion> version;
    private final Runnable whenWritten;
    private Resp reply = Resp.nil();

    LoginReply(Session session, Supplier<RespVersion> version, Runnable whenWritten) {
        super(session);
        this.version = version;
        this.whenWritten = whenWritten;
    }

    void send(Resp outcome) {
        reply = outcome;
        if (outcome instanceof Resp.Error) {
            markRefused();
        }
        ready();
    }

    @Override
    protected void write(ReplyBuffer out) {
        version.get().write(reply, out);
        if (!(reply instanceof Resp.Error)) {
            whenWritten.run();
        }
    }
}
