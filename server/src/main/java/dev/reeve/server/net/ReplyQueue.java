package dev.reeve.server.net;

import dev.reeve.server.node.Parked;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The replies that a session owes, in the order of its commands. */
final class ReplyQueue {
    private @Nullable Reply first;
    private @Nullable Reply last;
    private int size;
    private long heldBytes;

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

    /** Writes what is ready, up to the first one that is not. */
    void writeReady(Output out, long nowNanos) {
        Reply reply = first;
        while (reply != null && reply.isReady()) {
            reply.write(out);
            reply.written(nowNanos);
            size--;
            heldBytes -= reply.heldBytes();
            reply = reply.next();
        }
        first = reply;
        if (reply == null) {
            last = null;
        }
    }

    /** Calls for everything that may still be waiting. */
    void forEachParked(Consumer<Parked> action) {
        for (Reply reply = first; reply != null; reply = reply.next()) {
            Parked parked = reply.parked();
            if (parked != null) {
                action.accept(parked);
            }
        }
    }

    void clear() {
        first = null;
        last = null;
        size = 0;
        heldBytes = 0;
    }
}
