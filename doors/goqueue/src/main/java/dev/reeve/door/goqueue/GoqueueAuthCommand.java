package dev.reeve.door.goqueue;

import dev.reeve.access.Secret;
import dev.reeve.engine.Done;
import dev.reeve.net.Login;
import dev.reeve.net.RefusalKind;
import dev.reeve.net.ReplyBuffer;

/** {@code AUTH<\0><token><\0>}: says who the client is. Unknown on a server whose clients need not say so. */
final class GoqueueAuthCommand extends GoqueueCall<Done> {
    private final Login login;
    private final Secret secret;

    GoqueueAuthCommand(FrameHeader head, GoqueueProtocol talk) throws BadFrame {
        super(talk);
        Login required = talk.session().login();
        if (required == null) {
            throw new BadFrame("Unknown Command AUTH", false, RefusalKind.UNKNOWN);
        }
        login = required;
        secret = Secret.ofToken(head.token());
    }

    @Override
    void start(byte[] data) {
        login.attempt(secret, this);
    }

    @Override
    protected void write(Done done, ReplyBuffer out) {
        out.bytes(GoqueueReplies.AUTHENTICATED);
    }
}
