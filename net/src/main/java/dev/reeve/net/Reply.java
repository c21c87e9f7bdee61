package dev.reeve.net;

import dev.reeve.node.WaitHandle;
import dev.reeve.tally.DoorTally;
import org.jspecify.annotations.Nullable;

/**
 * Pending reply to a command of a session. Doors subclass it to encode their replies.
 *
 * <p>Invariant: replies are written in the order in which they were opened, each when it and all replies before it are
 * ready.
 */
public abstract class Reply {
    private final Session session;
    private @Nullable WaitHandle waitHandle;
    private boolean decided;
    private boolean ready;
    private boolean refusal;
    private @Nullable DoorTally tally;
    private String command = DoorTally.UNKNOWN;
    private long beganAtNanos;
    private long accountedBytes;

    protected Reply(Session session) {
        this.session = session;
    }

    protected final Session session() {
        return session;
    }

    /** Writes the reply. Called once, on the loop. */
    protected abstract void write(ReplyBuffer out);

    /** Writes the next part of the reply. Returns true if that was the last part. */
    protected boolean writeNext(ReplyBuffer out) {
        write(out);
        return true;
    }

    /** Whether the reply may be much larger than the result that it is encoded from, as JSON may be. */
    protected boolean mayExpand() {
        return false;
    }

    /** Whether the reply holds what it has encoded so far. It is written with the last part then. */
    protected boolean holdsEncoded() {
        return false;
    }

    /** Marks the reply as an error, for the metrics. */
    protected final void markRefused() {
        refusal = true;
    }

    /**
     * Accounts the memory that the reply retains until it is written. Called when the result is known; the reply may
     * still wait for the disk or for the replies before it.
     */
    protected final void accountBytes(long bytes) {
        accountedBytes += bytes;
        session.accountBytes(bytes);
    }

    final long accountedBytes() {
        return accountedBytes;
    }

    /** The outcome is fixed, so that the next command may be executed. */
    protected final void unblock() {
        decided = true;
        session.unblock(this);
    }

    /** Marks the reply as ready to be written. */
    protected final void ready() {
        if (!ready) {
            ready = true;
            session.ready(this);
        }
    }

    /**
     * Registers the wait of this reply. Unless it is over already, it blocks the commands that follow. It is cancelled if
     * the client disconnects.
     */
    protected final void waitHandle(WaitHandle handle) {
        waitHandle = handle;
        if (!decided) {
            session.block(this);
        }
        if (session.isClosed()) {
            handle.cancel();
        } else if (session.inputEnded()) {
            handle.inputEnded();
        }
    }

    /** Counts the reply under this command. */
    final void countIn(DoorTally door, String name, long nowNanos) {
        tally = door;
        command = name;
        beganAtNanos = nowNanos;
    }

    final void written(long nowNanos) {
        if (tally != null) {
            tally.answered(command, nowNanos - beganAtNanos, refusal);
        }
    }

    final boolean isReady() {
        return ready;
    }

    final @Nullable WaitHandle waitHandle() {
        return waitHandle;
    }
}
