package dev.reeve.door.api;

import dev.reeve.engine.job.State;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The words for the states of a job. */
final class States {
    static final String EXPECTED =
            "expected one of " + Arrays.stream(State.values()).map(States::word).collect(Collectors.joining(", "));

    private States() {}

    static String word(State state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    /** The state with this word; null if there is none. */
    static @Nullable State of(String word) {
        for (State state : State.values()) {
            if (word(state).equals(word)) {
                return state;
            }
        }
        return null;
    }
}
