package dev.reeve.server.door.workq;

import dev.reeve.engine.Rejection;
import dev.reeve.server.net.Output;
import dev.reeve.server.net.Reply;
import dev.reeve.server.node.Completion;
import org.jspecify.annotations.Nullable;

/** A command as one client sent it, from its line to its reply. */
abstract class Call<R> extends Reply implements Completion<R> {
    private final WorkqDoor door;
    private @Nullable R value;
    private byte @Nullable [] error;

    Call(WorkqProtocol talk) {
        super(talk.session());
        this.door = talk.door();
    }

    final WorkqDoor door() {
        return door;
    }

    /** Hands the command to the node. Its payload is empty if it has none. */
    abstract void start(byte[] payload);

    /** Writes the reply of a command that succeeded. */
    abstract void write(R reply, Output out);

    @Override
    public final void reply(R reply) {
        value = reply;
        ready();
    }

    @Override
    public final void refused(Rejection why) {
        refuse(words(why));
    }

    byte[] words(Rejection why) {
        return Words.of(why);
    }

    final void refuse(byte[] words) {
        error = words;
        ready();
    }

    @Override
    public final void unknown() {
        session().abort();
    }

    @Override
    protected final void write(Output out) {
        if (value != null) {
            write(value, out);
        } else if (error != null) {
            out.bytes(error);
        }
    }
}
