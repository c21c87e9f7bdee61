package dev.reeve.net;

import dev.reeve.node.WaitHandle;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The pending replies of a session, in the order of its commands. */
final class PendingReplyList {
    private @Nullable Reply first;
    private @Nullable Reply last;
    private int size;
    private long accountedBytes;
    private boolean partlyWritten;

    /** The bytes of memory that pending replies retain. */
    long accountedBytes() {
        return accountedBytes;
    }

    void accountBytes(long bytes) {
        accountedBytes += bytes;
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

    /**
     * Writes ready replies, up to the first that is not ready or not permitted. Returns true if anything was written.
     */
    boolean writeReady(ReplyBuffer out, Predicate<Reply> permitted, long nowNanos) {
        boolean any = false;
        Reply reply = first;
        while (reply != null && reply.isReady() && permitted.test(reply)) {
            any = true;
            partlyWritten = true;
            if (reply.writeNext(out)) {
                partlyWritten = false;
                reply.written(nowNanos);
                size--;
                accountedBytes -= reply.accountedBytes();
                reply = reply.next();
                first = reply;
            }
        }
        if (reply == null) {
            last = null;
        }
        return any;
    }

    /** Whether the first reply can be written, if the limits permit it. */
    boolean hasReady() {
        return first != null && first.isReady();
    }

    /** Whether a part of a reply has been written, so that only the rest of that reply may follow. */
    boolean isPartlyWritten() {
        return partlyWritten;
    }

    /** Calls the action for every reply that may still be waiting. */
    void forEachWaiting(Consumer<WaitHandle> action) {
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
        accountedBytes = 0;
        partlyWritten = false;
    }
}
