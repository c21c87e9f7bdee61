package dev.reeve.server.cli.remote;

import java.util.Map;
import java.util.function.BooleanSupplier;

/** Colours of tables, for people at a terminal who have not set NO_COLOR. */
final class Colours {
    private static final int STDOUT = 1;
    private static final String BOLD = "1";
    private static final String RED = "31";
    private static final String YELLOW = "33";
    private static final Map<String, String> STATES = Map.of("failed", RED, "timed_out", RED, "retrying", YELLOW);

    private final BooleanSupplier seen;
    private boolean asked;
    private boolean on;

    /** @param seen asked once, when the first table is printed */
    Colours(BooleanSupplier seen) {
        this.seen = seen;
    }

    static Colours of(Map<String, String> environment) {
        boolean refused = !environment.getOrDefault("NO_COLOR", "").isEmpty();
        return new Colours(() -> !refused && Terminal.isSeen(STDOUT));
    }

    String heading(String text) {
        return in(BOLD, text);
    }

    /** A text that may be the state of a job, with spaces behind it. */
    String state(String text) {
        String colour = STATES.get(text.strip());
        return colour == null ? text : in(colour, text);
    }

    private String in(String colour, String text) {
        if (!asked) {
            asked = true;
            on = seen.getAsBoolean();
        }
        return on ? "\u001b[" + colour + "m" + text + "\u001b[0m" : text;
    }
}
