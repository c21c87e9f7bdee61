package dev.reeve.node;

import java.util.ArrayDeque;
import java.util.function.LongSupplier;

/**
 * The long queries that have steps left, in order. The loop evaluates one step of one query, polls for input, and goes on
 * with the next query. So however many long queries there are, others wait for one step.
 *
 * <p>While others call, steps take a fifth of the time at most: after each there is a pause of four times its length, in which the loop
 * may also sleep and leave the processor to the threads that others need. On a server that nobody else uses there is no pause.
 */
final class LongQueries {
    /** The part of others for each part of long queries. */
    static final int OTHERS_PARTS = 4;

    /** Others count as there for so long after a call: longer than a sync, during which all of them may wait. */
    static final long PRESENT_MICROS = 5_000;

    /** A step that took long because the thread had to wait for the processor is no reason for a long pause. */
    static final long LONGEST_PAUSE_MICROS = 10_000;

    private final Loop loop;
    private final Clock clock;
    private final LongSupplier callsOfOthers;
    private final ArrayDeque<Runnable> nextSteps = new ArrayDeque<>();
    private long knownCalls;
    private long othersUntilMicros = Long.MIN_VALUE;
    private long pauseUntilMicros = Long.MIN_VALUE;
    private boolean scheduled;

    /** @param callsOfOthers the number of calls of clients so far, without long queries */
    LongQueries(Loop loop, Clock clock, LongSupplier callsOfOthers) {
        this.loop = loop;
        this.clock = clock;
        this.callsOfOthers = callsOfOthers;
    }

    void add(Runnable nextStep) {
        nextSteps.add(nextStep);
        schedule();
    }

    /** A step has been evaluated, which began at this time of the clock's {@link Clock#uptimeMicros}. */
    void stepped(long beganMicros) {
        long now = clock.uptimeMicros();
        long calls = callsOfOthers.getAsLong();
        if (calls != knownCalls) {
            knownCalls = calls;
            othersUntilMicros = now + PRESENT_MICROS;
        }
        long pause = Math.min(LONGEST_PAUSE_MICROS, OTHERS_PARTS * (now - beganMicros));
        pauseUntilMicros = now < othersUntilMicros ? now + pause : now;
    }

    private void schedule() {
        if (scheduled || nextSteps.isEmpty()) {
            return;
        }
        scheduled = true;
        long now = clock.uptimeMicros();
        if (now < pauseUntilMicros) {
            loop.schedule(this::run, pauseUntilMicros - now);
        } else {
            loop.nextTurn(this::run);
        }
    }

    private void run() {
        scheduled = false;
        Runnable next = nextSteps.poll();
        if (next != null) {
            next.run();
        }
        schedule();
    }
}
