package dev.reeve.door.api;

import dev.reeve.net.NettyLoop;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What is to be told to streams, in order. It is told for about {@link NettyLoop#TURN_NANOS} at a time; then the loop serves
 * others. HTTP loop only.
 */
final class FeedTurns {
    private final Deque<Telling> queue = new ArrayDeque<>();
    private final Executor nextTurn;
    private final LongSupplier nanoTime;
    private boolean scheduled;

    /** @param nextTurn runs a task on the loop, when others had their turn */
    FeedTurns(Executor nextTurn, LongSupplier nanoTime) {
        this.nextTurn = nextTurn;
        this.nanoTime = nanoTime;
    }

    /** Something that is told to some streams, one after the other. */
    interface Telling {
        /** Does the least that can be done at a time. Returns whether that was all. */
        boolean tellMore();

        /** Whether streams may be told of a gap instead. */
        default boolean isSkippable() {
            return false;
        }
    }

    boolean isEmpty() {
        return queue.isEmpty();
    }

    /** What was added last, if it is not told yet. */
    @Nullable
    Telling last() {
        return queue.peekLast();
    }

    void add(Telling telling) {
        queue.add(telling);
        schedule();
    }

    boolean contains(Telling telling) {
        return queue.contains(telling);
    }

    long skippable() {
        return queue.stream().filter(Telling::isSkippable).count();
    }

    void skip() {
        queue.removeIf(Telling::isSkippable);
    }

    private void schedule() {
        if (!scheduled && !queue.isEmpty()) {
            scheduled = true;
            nextTurn.execute(this::turn);
        }
    }

    private void turn() {
        scheduled = false;
        try {
            long beganNanos = nanoTime.getAsLong();
            do {
                tellMore();
            } while (!queue.isEmpty() && nanoTime.getAsLong() - beganNanos < NettyLoop.TURN_NANOS);
        } finally {
            schedule();
        }
    }

    /** Tells everything at once. */
    void finish() {
        while (!queue.isEmpty()) {
            tellMore();
        }
    }

    private void tellMore() {
        Telling first = queue.peek();
        if (first == null) {
            return;
        }
        boolean told = true;
        try {
            told = first.tellMore();
        } finally {
            if (told) {
                queue.removeFirstOccurrence(first);
            }
        }
    }
}
