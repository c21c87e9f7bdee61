package dev.reeve.door.api;

import dev.reeve.net.NettyLoop;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What is to be told to streams, in order. It is told for about {@link NettyLoop#TURN_NANOS} at a time; then the loop serves
 * others. That takes a fifth of the time at most: after each turn there is a pause of four times its length, in which the loop may also sleep and leave
 * the processor to the threads that others need. HTTP loop only.
 */
final class FeedTurns {
    /** The part of others for each part of streams. */
    static final int OTHERS_PARTS = 4;

    /** A turn that took long because the thread had to wait for the processor is no reason for a long pause. */
    static final long LONGEST_PAUSE_NANOS = 10_000_000;

    private final Deque<Telling> queue = new ArrayDeque<>();
    private final Later loop;
    private final LongSupplier nanoTime;
    private boolean scheduled;
    private long pauseBeganNanos;
    private long pauseNanos;

    /** Runs a task on the loop, when others had their turn and so much time has passed. */
    interface Later {
        void run(Runnable task, long afterNanos);
    }

    FeedTurns(Later loop, LongSupplier nanoTime) {
        this.loop = loop;
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
            long pausedNanos = pauseNanos == 0 ? 0 : nanoTime.getAsLong() - pauseBeganNanos;
            loop.run(this::turn, Math.max(0, pauseNanos - pausedNanos));
        }
    }

    private void turn() {
        long beganNanos = nanoTime.getAsLong();
        try {
            do {
                tellMore();
            } while (!queue.isEmpty() && nanoTime.getAsLong() - beganNanos < NettyLoop.TURN_NANOS);
        } finally {
            pauseBeganNanos = nanoTime.getAsLong();
            pauseNanos = Math.min(LONGEST_PAUSE_NANOS, OTHERS_PARTS * (pauseBeganNanos - beganNanos));
            scheduled = false;
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
