package dev.reeve.net;

import dev.reeve.node.WaitHandle;
import io.netty.channel.Channel;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;

/**
 * Output of a session: pending replies, and pushed messages between them.
 *
 * <p>Invariant: replies are sent in the order of their commands, and no pushed message is written into the middle of a
 * reply. Output that is encoded in one turn of the event loop is flushed together at the end of the turn. Large replies
 * are encoded in the flush, part by part; when the flush has taken as long as a turn, the rest follows in the next one.
 */
final class ReplyPipeline {
    /** Limit of pushed messages that wait for the end of a partly written reply. */
    private static final int MAX_POSTPONED = 1000;
    /** How many small parts are encoded before the clock is read. */
    private static final int PARTS_PER_CHECK = 16;

    private final Session session;
    private final Connections connections;
    private final NetLimits limits;
    private final ReplyBuffer output;
    private final Queue<Reply> replies = new ArrayDeque<>(0);
    private final Queue<Consumer<ReplyBuffer>> postponed = new ArrayDeque<>(0);
    /** The bytes of memory that pending replies retain. */
    private long accountedBytes;
    /** Whether a part of the first reply has been written, so that only the rest of that reply may follow. */
    private boolean partlyWritten;

    private boolean flushScheduled;
    private boolean flushing;
    /** Whether there is more to encode or to send than this flush had time for. */
    private boolean paused;

    ReplyPipeline(Session session, Connections connections, Channel channel) {
        this.session = session;
        this.connections = connections;
        this.limits = connections.limits();
        this.output = new ReplyBuffer(channel);
    }

    /** Appends the reply to the pending replies. */
    void open(Reply reply) {
        replies.add(reply);
    }

    void accountBytes(long bytes) {
        accountedBytes += bytes;
    }

    /** Writes bytes that belong to no pending reply. */
    void writeDirect(byte[] text) {
        output.bytes(text);
    }

    /** Sends a message between replies. Returns false if the client has left more than the limit unread. */
    boolean push(Consumer<ReplyBuffer> message, long maxUnsentBytes) {
        if (partlyWritten) {
            postponed.add(message);
            return postponed.size() <= MAX_POSTPONED;
        }
        message.accept(output);
        if (output.unsentBytes() > maxUnsentBytes) {
            // A client that reads well may have been sent many messages in this turn; only a flush shows what it has
            // not read.
            output.flush();
        }
        if (output.unsentBytes() > maxUnsentBytes) {
            return false;
        }
        scheduleFlush();
        return true;
    }

    /** Called when a reply has become ready. */
    void advance() {
        if (accountedBytes > 0 && output.unsentBytes() == 0) {
            // From now on the reply waits for the client and no longer for the disk, so the stall timeout starts here.
            session.usage().recordProgress();
        }
        Reply first = replies.peek();
        if (first != null && first.isReady() && isLarge(first)) {
            scheduleFlush();
        } else if (write(false)) {
            scheduleFlush();
        }
    }

    private static boolean isLarge(Reply reply) {
        return reply.accountedBytes() > SessionBudget.SMALL_BYTES;
    }

    /**
     * Writes the ready replies that the limits permit. Returns false if there were none.
     *
     * @param inFlush whether to pause when the flush has taken long enough
     */
    private boolean write(boolean inFlush) {
        boolean full = replies.size() >= limits.sessionReplies();
        boolean large = accountedBytes > SessionBudget.SMALL_BYTES;
        boolean any;
        try {
            any = writeReady(connections.writingSinceNanos(), inFlush);
        } catch (RuntimeException bug) {
            // The caller still has to serve other sessions.
            session.failed(bug);
            return false;
        }
        if (!postponed.isEmpty() && !partlyWritten) {
            postponed.forEach(message -> message.accept(output));
            postponed.clear();
        }
        if (large) {
            // Other sessions may encode as much before this session is flushed, so the totals are updated now.
            session.updateUsage();
        }
        if (full) {
            session.resume();
        }
        return any;
    }

    private boolean writeReady(long nowNanos, boolean inFlush) {
        boolean any = false;
        int parts = 0;
        Reply reply = replies.peek();
        while (reply != null && reply.isReady() && mayEncode(reply)) {
            boolean check = inFlush && (isLarge(reply) ? parts > 0 : parts >= PARTS_PER_CHECK);
            if (check && connections.encodedEnough()) {
                paused = true;
                break;
            }
            parts = check ? 1 : parts + 1;
            any = true;
            partlyWritten = true;
            if (reply.writeNext(output)) {
                partlyWritten = false;
                reply.written(nowNanos);
                accountedBytes -= reply.accountedBytes();
                replies.poll();
                reply = replies.peek();
            }
        }
        return any;
    }

    private boolean mayEncode(Reply next) {
        if (isLarge(next)) {
            // Earlier parts of this turn are not in the totals yet.
            session.updateUsage();
        }
        return output.unsentBytes() <= limits.sessionUnsentBytes()
                && connections.sessionBudget().mayEncode(session, next.accountedBytes(), next.mayExpand());
    }

    private void scheduleFlush() {
        if (!flushScheduled) {
            flushScheduled = true;
            connections.flushLater(session);
        }
    }

    /** Called when the channel takes more bytes. In a flush, which sends as many as it has time for, there is nothing to do. */
    void writable() {
        if (!flushing) {
            scheduleFlush();
        }
    }

    /** Flushes the output, then writes and flushes further ready replies while the limits permit it. */
    void flush() {
        flushScheduled = false;
        flushing = true;
        paused = output.flush(connections::encodedEnough);
        while (!paused && !replies.isEmpty() && write(true)) {
            paused |= output.flush(connections::encodedEnough);
        }
        flushing = false;
        if (paused) {
            paused = false;
            flushScheduled = true;
            connections.flushNextTurn(session);
        }
    }

    /** Flushes the output. Returns true if the channel has accepted all of it. */
    boolean flushAll() {
        output.flush();
        return output.allPassedToChannel();
    }

    /** Whether another command may be executed. */
    boolean hasCapacity() {
        return replies.size() < limits.sessionReplies() && !isOverLimit();
    }

    boolean isOverLimit() {
        return pendingBytes() > limits.sessionUnsentBytes();
    }

    /** The unsent bytes, plus the memory that pending replies retain. */
    long pendingBytes() {
        return output.unsentBytes() + accountedBytes;
    }

    /** The encoded bytes that have not been sent, and those that are reserved for a reply that is being encoded. */
    long encodedBytes() {
        return output.unsentBytes() + reservedBytes();
    }

    private long reservedBytes() {
        Reply first = partlyWritten ? replies.peek() : null;
        return first != null && first.holdsEncoded() ? SessionBudget.MOST_ENCODED_BYTES * first.accountedBytes() : 0;
    }

    /** Whether a part of a reply is encoded that can be written only when all of it is. */
    boolean isEncoding() {
        return reservedBytes() > 0;
    }

    /** Whether the next reply waits for its outcome. A reply that is ready waits for the client to read. */
    boolean awaitsNode() {
        Reply next = replies.peek();
        return next != null && !next.isReady();
    }

    /** Whether all replies are written. */
    boolean allWritten() {
        return replies.isEmpty();
    }

    /** Calls the action for every reply that may still be waiting. */
    void forEachWaiting(Consumer<WaitHandle> action) {
        // The action may complete replies, which are then written and removed.
        for (Reply reply : List.copyOf(replies)) {
            WaitHandle waitHandle = reply.waitHandle();
            if (waitHandle != null) {
                action.accept(waitHandle);
            }
        }
    }

    /** Drops the pending replies and releases the output. */
    void release() {
        replies.clear();
        accountedBytes = 0;
        partlyWritten = false;
        output.release();
    }
}
