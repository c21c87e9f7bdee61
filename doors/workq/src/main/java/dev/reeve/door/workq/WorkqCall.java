package dev.reeve.door.workq;

import dev.reeve.engine.Rejection;
import dev.reeve.net.CommandReply;

/** A command of one client, from the parsed line to the reply. */
abstract class WorkqCall<R> extends CommandReply<R> {
    private final WorkqDoor door;

    WorkqCall(WorkqProtocol talk) {
        super(talk.session());
        this.door = talk.door();
    }

    final WorkqDoor door() {
        return door;
    }

    /** Submits the command to the node. The payload is empty if the command has none. */
    abstract void start(byte[] payload);

    @Override
    protected byte[] errorReply(Rejection why) {
        return WorkqReplies.of(why);
    }

    @Override
    protected final byte[] timeoutReply() {
        return WorkqReplies.TIMEOUT;
    }
}
