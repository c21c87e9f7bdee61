package dev.reeve.door.workq;

import dev.reeve.engine.Query;
import dev.reeve.engine.Rejection;
import dev.reeve.net.CommandReply;
import dev.reeve.node.Completion;
import dev.reeve.node.Requests;

/** A command of one client, from the parsed line to the reply. */
abstract class WorkqCall<R> extends CommandReply<R> {
    private final WorkqDoor door;
    private final Requests node;

    WorkqCall(WorkqProtocol talk) {
        super(talk.session());
        this.door = talk.door();
        this.node = talk.node();
    }

    /** The node as the client reaches it. */
    final Requests node() {
        return node;
    }

    final WorkqDoor door() {
        return door;
    }

    /** Submits the command to the node. The payload is empty if the command has none. */
    abstract void start(byte[] payload);

    /** Blocks the session, and starts the rest of the command if the check finds what the command names. */
    final void startIf(Query<Boolean> check, Runnable rest, ClientError otherwise) {
        session().block(this);
        node.ask(check, new Completion<>() {
            @Override
            public void reply(Boolean found) {
                if (found) {
                    rest.run();
                } else {
                    markRefused();
                    refuse(otherwise.words());
                }
            }

            @Override
            public void refused(Rejection why) {
                WorkqCall.this.refused(why);
            }

            @Override
            public void outcomeUnknown() {
                WorkqCall.this.outcomeUnknown();
            }
        });
    }

    @Override
    protected byte[] errorReply(Rejection why) {
        return WorkqReplies.of(why);
    }

    @Override
    protected final byte[] timeoutReply() {
        return WorkqReplies.TIMEOUT;
    }
}
