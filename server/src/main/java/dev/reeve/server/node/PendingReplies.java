package dev.reeve.server.node;

import java.util.ArrayDeque;

/** Answers that are known but must not be seen yet, in the order of the positions they depend on. */
final class PendingReplies {
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
            next.answer.deliver();
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
