package dev.reeve.door.ocypod;

import dev.reeve.engine.EngineView;
import dev.reeve.engine.Totals;
import dev.reeve.engine.queue.QueueView;
import dev.reeve.node.LongQuery;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Long query for all queues by name and the totals, with a bounded number of queues per step. Every queue appears once,
 * with its state at the time of its step; the totals are those at the end.
 */
final class AllQueues implements LongQuery<AllQueues.Found> {
    static final int QUEUES_A_STEP = 1024;

    record Found(List<QueueView> queues, Totals totals) {}

    private final List<QueueView> found = new ArrayList<>();
    private String last = "";

    @Override
    public @Nullable Found step(EngineView engine) {
        List<QueueView> next = engine.queuesAfter(last, QUEUES_A_STEP);
        found.addAll(next);
        if (next.size() < QUEUES_A_STEP) {
            return new Found(found, engine.totals());
        }
        last = next.get(next.size() - 1).name();
        return null;
    }
}
