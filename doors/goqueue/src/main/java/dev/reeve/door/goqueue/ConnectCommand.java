package dev.reeve.door.goqueue;

import dev.reeve.engine.Done;
import dev.reeve.net.ReplyBuffer;

/** {@code CONNECT<\0>}: a connection check that changes nothing. */
final class ConnectCommand extends GoqueueCall<Done> {
    ConnectCommand(FrameHeader head, GoqueueProtocol talk) {
        super(talk);
    }

    @Override
    void start(byte[] data) {
        reply(Done.DONE);
    }

    @Override
    protected void write(Done done, ReplyBuffer out) {
        out.bytes(GoqueueReplies.OK);
    }
}
