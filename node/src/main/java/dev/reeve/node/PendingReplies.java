package dev.reeve.node;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replies that are complete but depend on positions that are not durable yet, in the order of those positions. If the
 * delivery of a reply throws, only this reply fails. A reply that shows payloads on disk waits for these too, and others pass it.
 */
final class PendingReplies {
    private static final Logger log = LoggerFactory.getLogger(PendingReplies.class);

    private final ArrayDeque<Pending> queue = new ArrayDeque<>();
    private final List<HeldReply> held = new ArrayList<>();
    private long lastPosition;

    /** Adds a reply that is delivered once every entry up to the position is durable. */
    void add(long position, Answer answer) {
        if (position < lastPosition) {
            throw new IllegalStateException("position " + position + " comes after " + lastPosition);
        }
        lastPosition = position;
        queue.add(new Pending(position, answer));
    }

    boolean isEmpty() {
        return queue.isEmpty() && held.isEmpty();
    }

    /** The reply is durable, but what it shows has not been read. */
    void hold(HeldReply reply) {
        held.add(reply);
    }

    /** What the reply shows has been read. */
    void readied(HeldReply reply) {
        held.remove(reply);
        deliver(reply);
    }

    /** All replies up to here have been delivered, if those up to the position may be. */
    long deliveredUpTo(long durablePosition) {
        if (held.isEmpty()) {
            return durablePosition;
        }
        long delivered = durablePosition;
        for (HeldReply reply : held) {
            delivered = Math.min(delivered, reply.position() - 1);
        }
        return delivered;
    }

    void release(long durablePosition) {
        Pending next;
        while ((next = queue.peek()) != null && next.position <= durablePosition) {
            queue.remove();
            deliver(next.answer);
        }
    }

    private static void deliver(Answer answer) {
        try {
            answer.deliver();
        } catch (RuntimeException bug) {
            log.error("reply delivery failed", bug);
            answer.fail();
        }
    }

    /** Removes the replies that depend on discarded entries: on those from this position on. */
    List<Answer> takeFrom(long position) {
        List<Answer> taken = new ArrayList<>();
        queue.removeIf(pending -> pending.position >= position && taken.add(pending.answer));
        lastPosition = Math.min(lastPosition, position - 1);
        return taken;
    }

    /** Fails all pending replies. */
    void fail() {
        Pending next;
        while ((next = queue.poll()) != null) {
            next.answer.fail();
        }
        held.forEach(HeldReply::fail);
        held.clear();
    }

    /** The result for one caller. It is delivered or, if that is impossible, reported as unknown. */
    interface Answer {
        void deliver();

        void fail();
    }

    private record Pending(long position, Answer answer) {}
}
