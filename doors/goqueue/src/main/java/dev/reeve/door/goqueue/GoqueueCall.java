package dev.reeve.door.goqueue;

import dev.reeve.engine.Rejection;
import dev.reeve.net.CommandReply;
import dev.reeve.node.Requests;

/** A command of one client, from the decoded header to the reply. */
abstract class GoqueueCall<R> extends CommandReply<R> {
    private final Requests node;

    GoqueueCall(GoqueueProtocol talk) {
        super(talk.session());
        this.node = talk.node();
    }

    final Requests node() {
        return node;
    }

    /** Submits the command to the node. The data is empty if the command has none. */
    abstract void start(byte[] data);

    @Override
    protected byte[] errorReply(Rejection why) {
        return GoqueueReplies.of(why);
    }

    @Override
    protected final byte[] timeoutReply() {
        return GoqueueReplies.TIMEOUT;
    }
}
