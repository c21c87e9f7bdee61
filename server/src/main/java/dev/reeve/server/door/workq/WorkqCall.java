package dev.reeve.server.door.workq;

import dev.reeve.engine.Rejection;
import dev.reeve.server.net.CommandReply;

/** A command as one client sent it, from its line to its reply. */
abstract class WorkqCall<R> extends CommandReply<R> {
    private final WorkqDoor door;

    WorkqCall(WorkqProtocol talk) {
        super(talk.session());
        this.door = talk.door();
    }

    final WorkqDoor door() {
        return door;
    }

    /** Hands the command to the node. Its payload is empty if it has none. */
    abstract void start(byte[] payload);

    @Override
    protected byte[] errorReply(Rejection why) {
        return WorkqReplies.of(why);
    }
}
