package dev.reeve.net;

import dev.reeve.engine.Rejection;
import dev.reeve.node.Origin;
import dev.reeve.node.WaitCompletion;
import org.jspecify.annotations.Nullable;

/**
 * Reply to a command of the node: the result of the command, or an error encoded by the door. The command may be one that
 * waits, and then blocks its session until the outcome is decided.
 */
public abstract class CommandReply<R> extends Reply implements WaitCompletion<R> {
    private @Nullable R value;
    private byte @Nullable [] refusal;

    protected CommandReply(Session session) {
        super(session);
    }

    /** Writes the reply of a command that succeeded. */
    protected abstract void write(R reply, ReplyBuffer out);

    /** Encodes a rejection. */
    protected abstract byte[] errorReply(Rejection why);

    /** Encodes the end of a wait without a result. */
    protected abstract byte[] timeoutReply();

    /** How many bytes of memory the reply retains until it is written. Small replies return 0 and are not accounted. */
    protected long retainedBytes(R reply) {
        return 0;
    }

    @Override
    public final Origin origin() {
        return session().origin();
    }

    @Override
    public final void resultFixed(R reply) {
        accountBytes(retainedBytes(reply));
        unblock();
    }

    @Override
    public final void reply(R reply) {
        value = reply;
        ready();
    }

    @Override
    public final void refused(Rejection why) {
        session().refused(why);
        markRefused();
        refuse(errorReply(why));
    }

    @Override
    public final void timedOut() {
        refuse(timeoutReply());
    }

    @Override
    public final void decided() {
        unblock();
    }

    protected final void refuse(byte[] error) {
        refusal = error;
        ready();
    }

    @Override
    public final void outcomeUnknown() {
        session().abort();
    }

    @Override
    protected final void write(ReplyBuffer out) {
        if (value != null) {
            write(value, out);
        } else if (refusal != null) {
            out.bytes(refusal);
        }
    }
}
