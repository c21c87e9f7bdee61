package dev.reeve.node;

import java.util.ArrayDeque;

/**
 * The long queries that have steps left, in order. The loop evaluates one step of one query, polls for input, and goes on
 * with the next query. So however many long queries there are, others wait for one step.
 */
final class LongQueries {
    private final Loop loop;
    private final ArrayDeque<Runnable> nextSteps = new ArrayDeque<>();
    private boolean scheduled;

    LongQueries(Loop loop) {
        this.loop = loop;
    }

    void add(Runnable nextStep) {
        nextSteps.add(nextStep);
        schedule();
    }

    private void schedule() {
        if (!scheduled && !nextSteps.isEmpty()) {
            scheduled = true;
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
