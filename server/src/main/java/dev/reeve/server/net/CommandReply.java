package dev.reeve.server.net;

import dev.reeve.engine.Rejection;
import dev.reeve.server.node.Completion;
import org.jspecify.annotations.Nullable;

/** The reply to a command that the node was given: what it came to, or in the door's words why it was refused. */
public abstract class CommandReply<R> extends Reply implements Completion<R> {
    private @Nullable R value;
    private byte @Nullable [] refusal;

    protected CommandReply(Session session) {
        super(session);
    }

    /** Writes the reply of a command that succeeded. */
    protected abstract void write(R reply, ReplyBuffer out);

    /** What to say to a refusal. */
    protected abstract byte[] words(Rejection why);

    /** How many bytes the reply keeps from being freed until it is written; those of a few words do not count. */
    protected long weigh(R reply) {
        return 0;
    }

    @Override
    public final void resultFixed(R reply) {
        holds(weigh(reply));
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
        refuse(words(why));
    }

    protected final void refuse(byte[] words) {
        refusal = words;
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
