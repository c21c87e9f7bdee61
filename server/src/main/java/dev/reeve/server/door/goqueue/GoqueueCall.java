package dev.reeve.server.door.goqueue;

import dev.reeve.engine.Rejection;
import dev.reeve.server.net.CommandReply;
import dev.reeve.server.node.Node;

/** A command as one client sent it, from its head to its reply. */
abstract class GoqueueCall<R> extends CommandReply<R> {
    private final Node node;

    GoqueueCall(GoqueueProtocol talk) {
        super(talk.session());
        this.node = talk.door().node();
    }

    final Node node() {
        return node;
    }

    /** Hands the command to the node. Its data is empty if it has none. */
    abstract void start(byte[] data);

    @Override
    protected byte[] errorReply(Rejection why) {
        return GoqueueReplies.of(why);
    }
}
