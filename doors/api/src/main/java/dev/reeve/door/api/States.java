package dev.reeve.door.api;

import dev.reeve.engine.job.State;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The words for the states of a job. */
final class States {
    private static final Map<State, String> WORDS = words();
    static final String EXPECTED = "expected one of " + String.join(", ", WORDS.values());

    private States() {}

    private static Map<State, String> words() {
        Map<State, String> words = new EnumMap<>(State.class);
        for (State state : State.values()) {
            words.put(state, state.name().toLowerCase(Locale.ROOT));
        }
        return words;
    }

    static String word(State state) {
        return Objects.requireNonNull(WORDS.get(state));
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
