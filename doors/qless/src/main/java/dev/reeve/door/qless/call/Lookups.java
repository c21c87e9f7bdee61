package dev.reeve.door.qless.call;

import dev.reeve.door.qless.CallPlan;
import dev.reeve.door.qless.ReplySize;
import dev.reeve.engine.EngineView;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A query in steps: the first step takes the names of all that is to be looked up, and every step looks up some of them. So
 * what exists during the whole query is found once, as it is at the time of its step.
 */
final class Lookups<N, V> implements CallPlan.CountedQuery<Lookups.Found<V>> {
    /**
     * What was found.
     *
     * @param complete whether these are all; otherwise they are more than a reply may contain
     * @param bytes the memory that they occupy
     */
    record Found<V>(List<V> values, boolean complete, long bytes) implements ReplySize.Parts {
        @Override
        public List<V> parts() {
            return values;
        }
    }

    /** Looks up one name; null if there is nothing of that name any more. */
    interface Lookup<N, V> {
        @Nullable
        V find(EngineView engine, N name);
    }

    /** How many names a step looks up if that is quick, and for how long it does so if it is not. */
    static final int MOST_A_STEP = 1000;

    private static final int NAMES_A_CHECK = 16;
    private static final long STEP_NANOS = 500_000;

    private final Function<EngineView, List<N>> naming;
    private final Lookup<N, V> lookup;
    private final List<V> values = new ArrayList<>();
    private @Nullable List<N> names;
    private int next;
    private long bytes;

    /** @param naming the names; if they are more than {@link Slice#MOST}, there is no result */
    Lookups(Function<EngineView, List<N>> naming, Lookup<N, V> lookup) {
        this.naming = naming;
        this.lookup = lookup;
    }

    @Override
    public long lookedAt() {
        return next;
    }

    @Override
    public @Nullable Found<V> step(EngineView engine) {
        List<N> all = names;
        if (all == null) {
            all = naming.apply(engine);
            names = all;
        }
        if (all.size() > Slice.MOST) {
            next = all.size();
            return new Found<>(List.of(), false, 0);
        }
        long beganNanos = System.nanoTime();
        int end = Math.min(all.size(), next + MOST_A_STEP);
        while (next < end) {
            V value = lookup.find(engine, all.get(next++));
            if (value != null) {
                values.add(value);
                bytes += ReplySize.of(value);
            }
            if (bytes > Replies.MOST_BYTES) {
                return new Found<>(List.of(), false, 0);
            }
            if (next % NAMES_A_CHECK == 0 && System.nanoTime() - beganNanos >= STEP_NANOS) {
                end = next;
            }
        }
        return next < all.size() ? null : new Found<>(values, true, bytes);
    }
}
