package dev.reeve.server.door.qless;

import dev.reeve.server.net.Output;
import dev.reeve.server.net.Reply;
import dev.reeve.server.net.Session;

/** A reply that only has to wait for its turn. */
final class KnownReply extends Reply {
    private final RespVersion version;
    private final Resp reply;
    private final Runnable whenWritten;

    KnownReply(Session session, RespVersion version, Resp reply, Runnable whenWritten) {
        super(session);
        this.version = version;
        this.reply = reply;
        this.whenWritten = whenWritten;
        if (reply instanceof Resp.Error) {
            saysNo();
        }
    }

    void send() {
        holds(Weight.of(reply));
        ready();
    }

    @Override
    protected void write(Output out) {
        version.write(reply, out);
        whenWritten.run();
    }
}
