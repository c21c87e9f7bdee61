package dev.reeve.server.net;

import dev.reeve.server.node.WaitHandle;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The replies that a session owes, in the order of its commands. */
final class PendingReplyList {
    private @Nullable Reply first;
    private @Nullable Reply last;
    private int size;
    private long heldBytes;
    private boolean halfWritten;

    /** What the replies keep in memory until they can be written. */
    long heldBytes() {
        return heldBytes;
    }

    void holds(long bytes) {
        heldBytes += bytes;
    }

    int size() {
        return size;
    }

    boolean isEmpty() {
        return first == null;
    }

    void add(Reply reply) {
        if (last == null) {
            first = reply;
        } else {
            last.next(reply);
        }
        last = reply;
        size++;
    }

    /** Writes what is ready, up to the first one that is not or may not; true if anything was written. */
    boolean writeReady(ReplyBuffer out, Predicate<Reply> may, long nowNanos) {
        boolean any = false;
        Reply reply = first;
        while (reply != null && reply.isReady() && may.test(reply)) {
            any = true;
            halfWritten = true;
            if (reply.writeNext(out)) {
                halfWritten = false;
                reply.written(nowNanos);
                size--;
                heldBytes -= reply.heldBytes();
                reply = reply.next();
                first = reply;
            }
        }
        if (reply == null) {
            last = null;
        }
        return any;
    }

    /** Whether one can be written, if there is room for it. */
    boolean hasReady() {
        return first != null && first.isReady();
    }

    /** Whether the beginning of a reply has been written, and nothing but its end may follow. */
    boolean isHalfWritten() {
        return halfWritten;
    }

    /** Calls for everything that may still be waiting. */
    void forEachParked(Consumer<WaitHandle> action) {
        for (Reply reply = first; reply != null; reply = reply.next()) {
            WaitHandle waitHandle = reply.waitHandle();
            if (waitHandle != null) {
                action.accept(waitHandle);
            }
        }
    }

    void clear() {
        first = null;
        last = null;
        size = 0;
        heldBytes = 0;
        halfWritten = false;
    }
}
