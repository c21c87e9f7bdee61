package dev.reeve.server.node;

import java.util.ArrayDeque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers that are known but must not be seen yet, in the order of the positions they depend on. One that throws is given
 * up, and keeps no other from being told.
 */
final class PendingReplies {
    private static final Logger log = LoggerFactory.getLogger(PendingReplies.class);

    private final ArrayDeque<Held> held = new ArrayDeque<>();
    private long lastPosition;

    /** Holds the answer back until everything up to the position is durable. */
    void hold(long position, Answer answer) {
        if (position < lastPosition) {
            throw new IllegalStateException("position " + position + " comes after " + lastPosition);
        }
        lastPosition = position;
        held.add(new Held(position, answer));
    }

    boolean isEmpty() {
        return held.isEmpty();
    }

    void release(long durablePosition) {
        Held next;
        while ((next = held.peek()) != null && next.position <= durablePosition) {
            held.remove();
            deliver(next.answer);
        }
    }

    private static void deliver(Answer answer) {
        try {
            answer.deliver();
        } catch (RuntimeException bug) {
            log.error("an answer could not be given", bug);
            answer.giveUp();
        }
    }

    void giveUp() {
        Held next;
        while ((next = held.poll()) != null) {
            next.answer.giveUp();
        }
    }

    /** What is told to one caller: the answer or, if it can never be given, that it is unknown. */
    interface Answer {
        void deliver();

        void giveUp();
    }

    private record Held(long position, Answer answer) {}
}
