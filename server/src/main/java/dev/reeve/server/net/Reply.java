package dev.reeve.server.net;

import dev.reeve.server.node.WaitHandle;
import dev.reeve.server.tally.RequestTally;
import org.jspecify.annotations.Nullable;

/**
 * A command's place among the replies of its session. Doors extend it by what they have to say; replies are written in
 * the order in which they were opened, each when it and all before it are ready.
 */
public abstract class Reply {
    private final Session session;
    private @Nullable Reply next;
    private @Nullable WaitHandle waitHandle;
    private boolean ready;
    private boolean refusal;
    private @Nullable RequestTally tally;
    private long beganAtNanos;
    private long heldBytes;

    protected Reply(Session session) {
        this.session = session;
    }

    protected final Session session() {
        return session;
    }

    /** Writes the reply. Called once, on the loop. */
    protected abstract void write(ReplyBuffer out);

    /** Writes a part of the reply, the next one at each call; true if that was the last. */
    protected boolean writeNext(ReplyBuffer out) {
        write(out);
        return true;
    }

    /** What there is to say is no. */
    protected final void markRefused() {
        refusal = true;
    }

    /** What there will be to say is known, and is so large; it has to wait for the disk, or for its turn. */
    protected final void holds(long bytes) {
        heldBytes += bytes;
        session.holds(bytes);
    }

    final long heldBytes() {
        return heldBytes;
    }

    /** What there is to say is known. */
    protected final void ready() {
        if (!ready) {
            ready = true;
            session.ready(this);
        }
    }

    /** The answer may take its time; if the client goes away, nobody needs it. */
    protected final void waitHandle(WaitHandle waiting) {
        waitHandle = waiting;
        if (session.isGone()) {
            waiting.cancel();
        } else if (session.inputEnded()) {
            waiting.inputEnded();
        }
    }

    /** Has it counted among the answers to that command. */
    final void countIn(RequestTally command, long nowNanos) {
        tally = command;
        beganAtNanos = nowNanos;
    }

    final void written(long nowNanos) {
        if (tally != null) {
            tally.answered(nowNanos - beganAtNanos, refusal);
        }
    }

    final boolean isReady() {
        return ready;
    }

    final @Nullable WaitHandle waitHandle() {
        return waitHandle;
    }

    final @Nullable Reply next() {
        return next;
    }

    final void next(Reply reply) {
        next = reply;
    }
}
