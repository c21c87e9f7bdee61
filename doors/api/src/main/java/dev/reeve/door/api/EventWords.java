package dev.reeve.door.api;

import dev.reeve.engine.EventType;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The words for events: {@code job.timed_out} for {@code JOB_TIMED_OUT}. */
final class EventWords {
    /** The figures of the server, once a second; no event of a job or queue. */
    static final String STATS = "stats";
    /** Events were missed. */
    static final String GAP = "gap";

    static final Set<EventType> ALL = EnumSet.complementOf(EnumSet.of(EventType.ALL_REMOVED));
    static final String EXPECTED = "expected some of " + String.join(", ", words());

    private EventWords() {}

    static String word(EventType type) {
        return type.name().toLowerCase(Locale.ROOT).replaceFirst("_", ".");
    }

    /** The event with this word; null if there is none. */
    static @Nullable EventType of(String word) {
        for (EventType type : ALL) {
            if (word(type).equals(word)) {
                return type;
            }
        }
        return null;
    }

    private static List<String> words() {
        List<String> words = new ArrayList<>();
        ALL.forEach(type -> words.add(word(type)));
        words.add(STATS);
        return words;
    }
}
