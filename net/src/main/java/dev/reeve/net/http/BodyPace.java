package dev.reeve.net.http;

import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * How fast very large bodies are read. While others call, that takes a fifth of a processor at most: after each stretch of work there is a pause
 * of four times its length, which leaves the processor to the threads that others need. Who is alone is not slowed down. Only for the thread
 * that reads such bodies.
 */
final class BodyPace {
    /** The part of others for each part of a body. */
    static final int OTHERS_PARTS = 4;

    /** How long the thread works before it pauses. */
    static final long STRETCH_NANOS = 1_000_000;

    /** Others count as there for so long after a call: longer than a sync, during which all of them may wait. */
    static final long PRESENT_NANOS = 10_000_000;

    /** A stretch that took long because the thread had to wait for the processor is no reason for a long pause. */
    static final long LONGEST_PAUSE_NANOS = 10_000_000;

    private final LongSupplier nanoTime;
    private final LongConsumer sleep;
    private long beganNanos;
    private long knownCalls;
    private long calledNanos;
    private boolean called;

    /** @param sleep lets the thread sleep for so many nanoseconds */
    BodyPace(LongSupplier nanoTime, LongConsumer sleep) {
        this.nanoTime = nanoTime;
        this.sleep = sleep;
    }

    /** A body is going to be read. */
    void begin(long calls) {
        beganNanos = nanoTime.getAsLong();
        knownCalls = calls;
        called = false;
    }

    /**
     * Some of the body has been read.
     *
     * @param calls the number of calls of clients so far
     */
    void pause(long calls) {
        long now = nanoTime.getAsLong();
        if (calls != knownCalls) {
            knownCalls = calls;
            calledNanos = now;
            called = true;
        }
        long workedNanos = now - beganNanos;
        if (workedNanos < STRETCH_NANOS) {
            return;
        }
        if (called && now - calledNanos < PRESENT_NANOS) {
            sleep.accept(Math.min(LONGEST_PAUSE_NANOS, OTHERS_PARTS * workedNanos));
        }
        beganNanos = nanoTime.getAsLong();
    }
}
