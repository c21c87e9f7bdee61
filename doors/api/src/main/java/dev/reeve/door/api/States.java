package dev.reeve.door.api;

import dev.reeve.engine.job.State;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The words for the states of a job. */
final class States {
    private static final List<String> WORDS = Arrays.stream(State.values())
            .map(state -> state.name().toLowerCase(Locale.ROOT))
            .toList();
    static final String EXPECTED = "expected one of " + String.join(", ", WORDS);

    private States() {}

    static String word(State state) {
        return WORDS.get(state.ordinal());
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
