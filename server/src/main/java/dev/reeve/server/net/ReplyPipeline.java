package dev.reeve.server.net;

import dev.reeve.server.node.WaitHandle;
import io.netty.channel.Channel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * What a session sends: the replies that it owes, and between them what is pushed.
 *
 * <p>Replies go out in the order of their commands, as soon as they are ready and there is room for them; nothing is ever
 * pushed into the middle of one. What is written in a turn of the loop is flushed together at its end.
 */
final class ReplyPipeline {
    /** Of what is pushed while a reply waits for the client to fetch its beginning. */
    private static final int MOST_POSTPONED = 1000;

    private final Session session;
    private final Connections connections;
    private final NetLimits limits;
    private final ReplyBuffer output;
    private final PendingReplyList replies = new PendingReplyList();
    private final Deque<Consumer<ReplyBuffer>> postponed = new ArrayDeque<>(0);
    private final Predicate<Reply> mayWrite = this::mayWrite;
    private boolean flushScheduled;

    ReplyPipeline(Session session, Connections connections, Channel channel) {
        this.session = session;
        this.connections = connections;
        this.limits = connections.limits();
        this.output = new ReplyBuffer(channel);
    }

    /** Takes the next place among the replies. */
    void open(Reply reply) {
        replies.add(reply);
    }

    void holds(long bytes) {
        replies.holds(bytes);
    }

    /** Says something that is neither a reply nor waits for any. */
    void say(byte[] text) {
        output.bytes(text);
    }

    /** Sends something between the replies; false if the client has left more than that unread. */
    boolean push(Consumer<ReplyBuffer> message, long mostUnsentBytes) {
        if (replies.isHalfWritten()) {
            postponed.add(message);
            return postponed.size() <= MOST_POSTPONED;
        }
        message.accept(output);
        if (output.unsentBytes() > mostUnsentBytes) {
            // Much may have been pushed in one turn to a client that reads well.
            output.flush();
        }
        if (output.unsentBytes() > mostUnsentBytes) {
            return false;
        }
        flushSoon();
        return true;
    }

    /** One of the replies is ready. */
    void advance() {
        if (replies.heldBytes() > 0 && output.unsentBytes() == 0) {
            // From now on it is the client that others wait for, no longer the disk.
            session.share().progressed();
        }
        if (write()) {
            flushSoon();
        }
    }

    /** Writes the replies that there is room for; false if that was none. */
    private boolean write() {
        boolean full = replies.size() >= limits.sessionReplies();
        boolean heavy = replies.heldBytes() > MemoryBudget.SMALL_BYTES;
        boolean any;
        try {
            any = replies.writeReady(output, mayWrite, connections.writingSinceNanos());
        } catch (RuntimeException bug) {
            // The caller has other sessions to answer.
            session.cannotWrite(bug);
            return false;
        }
        if (!postponed.isEmpty() && !replies.isHalfWritten()) {
            postponed.forEach(message -> message.accept(output));
            postponed.clear();
        }
        if (heavy) {
            // Others may be about to write as much before this is flushed.
            session.count();
        }
        if (full) {
            session.resume();
        }
        return any;
    }

    private boolean mayWrite(Reply next) {
        if (next.heldBytes() > MemoryBudget.SMALL_BYTES) {
            // The parts before it in this turn are not counted yet.
            session.count();
        }
        return output.unsentBytes() <= limits.sessionUnsentBytes()
                && connections.memoryBudget().mayWrite(session, next.heldBytes());
    }

    private void flushSoon() {
        if (!flushScheduled) {
            flushScheduled = true;
            connections.flushLater(session);
        }
    }

    /** Sends what is written, and writes and sends what there is room for then. */
    void flush() {
        flushScheduled = false;
        output.flush();
        while (replies.hasReady() && write()) {
            output.flush();
        }
    }

    /** Sends what is written; true if the channel has taken all of it. */
    boolean handOver() {
        output.flush();
        return output.allHandedOver();
    }

    /** Whether another reply may be owed. */
    boolean hasRoom() {
        return replies.size() < limits.sessionReplies() && !owesTooMuch();
    }

    boolean owesTooMuch() {
        return owedBytes() > limits.sessionUnsentBytes();
    }

    /** What the client has not been sent, and what waits to be written. */
    long owedBytes() {
        return output.unsentBytes() + replies.heldBytes();
    }

    /** What the client has not been sent of what is written. */
    long unsentBytes() {
        return output.unsentBytes();
    }

    /** Whether all replies are written. */
    boolean isAnswered() {
        return replies.isEmpty();
    }

    /** Calls for everything that may still be waiting. */
    void forEachParked(Consumer<WaitHandle> action) {
        replies.forEachParked(action);
    }

    /** Gives up what is owed. */
    void release() {
        replies.clear();
        output.release();
    }
}
