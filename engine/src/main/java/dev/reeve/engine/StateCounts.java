package dev.reeve.engine;

import dev.reeve.engine.job.State;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** The number of jobs in each state, over all queues. */
final class StateCounts {
    private final Map<State, int[]> counts = new EnumMap<>(State.class);

    StateCounts() {
        clear();
    }

    int of(State state) {
        return Objects.requireNonNull(counts.get(state))[0];
    }

    void add(State state, int change) {
        Objects.requireNonNull(counts.get(state))[0] += change;
    }

    void clear() {
        for (State state : State.values()) {
            counts.put(state, new int[1]);
        }
    }
}
