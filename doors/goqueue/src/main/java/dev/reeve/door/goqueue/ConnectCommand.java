package dev.reeve.door.goqueue;

import dev.reeve.engine.Done;
import dev.reeve.net.ReplyBuffer;

/** {@code CONNECT<\0>}: a connection check that changes nothing. */
final class ConnectCommand extends GoqueueCall<Done> {
    private ConnectCommand(GoqueueProtocol talk) {
        super(talk);
    }

    static ConnectCommand read(FrameHeader head, GoqueueProtocol talk) {
        return new ConnectCommand(talk);
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
