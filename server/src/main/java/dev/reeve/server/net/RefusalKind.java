package dev.reeve.server.net;

import dev.reeve.engine.Rejection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Classes of refusals that an operator should hear of: what is short, and clients that are wrong or cut off for it. */
public enum RefusalKind {
    CONNECTION("refused", "connections", "limits.connections is reached"),
    UNKNOWN("refused", "requests", "no such command or path"),
    MALFORMED("refused", "requests", "malformed"),
    TOO_LARGE("refused", "requests", "too large"),
    TOO_MUCH_INPUT("refused", "requests", "limits.all-input is reached"),
    OUT_OF_MEMORY("refused", "commands", "out of memory, see limits.memory"),
    OUT_OF_DISK("refused", "commands", "out of disk space"),
    UNREAD("cut off", "connections", "they do not read, and limits.all-unsent is reached"),
    UNFINISHED("cut off", "connections", "they do not finish what they send, and limits.all-input is reached");

    private final String verb;
    private final String what;
    private final String why;

    RefusalKind(String verb, String what, String why) {
        this.verb = verb;
        this.what = what;
        this.why = why;
    }

    /** Null for what is part of the normal run of things. */
    public static @Nullable RefusalKind of(Rejection why) {
        return switch (why) {
            case OUT_OF_MEMORY -> OUT_OF_MEMORY;
            case OUT_OF_DISK -> OUT_OF_DISK;
            default -> null;
        };
    }

    /** What the server did to them. */
    String verb() {
        return verb;
    }

    /** Its name in the metrics. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    String what() {
        return what;
    }

    String why() {
        return why;
    }
}
