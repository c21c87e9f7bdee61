package dev.reeve.node;

import java.util.ArrayDeque;

/** Runs changes of many jobs one after the other, so that only one at a time keeps a list of jobs. Loop only. */
final class BulkCalls {
    private final ArrayDeque<BulkCall> waiting = new ArrayDeque<>();
    private boolean running;

    void add(BulkCall call) {
        waiting.add(call);
        next();
    }

    private void next() {
        BulkCall call = running ? null : waiting.poll();
        if (call != null) {
            running = true;
            call.start(() -> {
                running = false;
                next();
            });
        }
    }
}
