package dev.reeve.door.workq;

import dev.reeve.access.Secret;
import dev.reeve.engine.Done;
import dev.reeve.net.Login;
import dev.reeve.net.ReplyBuffer;

/** {@code auth <token>}: says who the client is. Unknown on a server whose clients need not say so. */
final class AuthCommand extends WorkqCall<Done> {
    static final String NAME = "auth";

    private final Login login;
    private final Secret secret;

    AuthCommand(RequestLine line, WorkqProtocol talk) throws BadLine {
        super(talk);
        Login required = talk.session().login();
        if (required == null) {
            throw new BadLine(ClientError.UNKNOWN_COMMAND);
        }
        login = required;
        secret = Secret.ofToken(line.text(0));
    }

    @Override
    void start(byte[] payload) {
        login.attempt(secret, this);
    }

    @Override
    protected void write(Done done, ReplyBuffer out) {
        out.bytes(WorkqReplies.OK);
    }
}
