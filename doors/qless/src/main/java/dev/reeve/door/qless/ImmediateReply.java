package dev.reeve.door.qless;

import dev.reeve.net.Reply;
import dev.reeve.net.ReplyBuffer;
import dev.reeve.net.Session;

/** A reply that is complete and waits only for the earlier replies of its session. */
final class ImmediateReply extends Reply {
    private final RespVersion version;
    private final Resp reply;
    private final Runnable whenWritten;

    ImmediateReply(Session session, RespVersion version, Resp reply, Runnable whenWritten) {
        super(session);
        this.version = version;
        this.reply = reply;
        this.whenWritten = whenWritten;
        if (reply instanceof Resp.Error) {
            markRefused();
        }
    }

    void send() {
        accountBytes(ReplySize.of(reply));
        ready();
    }

    @Override
    protected void write(ReplyBuffer out) {
        version.write(reply, out);
        whenWritten.run();
    }
}
