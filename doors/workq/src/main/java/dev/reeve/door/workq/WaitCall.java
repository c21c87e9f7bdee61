package dev.reeve.door.workq;

import dev.reeve.node.WaitCompletion;

/** A command that may block its connection. */
abstract class WaitCall<R> extends WorkqCall<R> implements WaitCompletion<R> {
    WaitCall(WorkqProtocol talk) {
        super(talk);
    }

    @Override
    public final void timedOut() {
        refuse(WorkqReplies.TIMEOUT);
    }

    @Override
    public final void decided() {
        session().unblock(this);
    }
}
