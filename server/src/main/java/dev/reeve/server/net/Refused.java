package dev.reeve.server.net;

import dev.reeve.engine.Rejection;
import org.jspecify.annotations.Nullable;

/** Classes of refusals that an operator should hear of: what is short, and clients that are wrong. */
public enum Refused {
    CONNECTION("connections", "limits.connections is reached"),
    MALFORMED("requests", "malformed"),
    TOO_LARGE("requests", "too large"),
    OUT_OF_MEMORY("commands", "out of memory, see limits.memory"),
    OUT_OF_DISK("commands", "out of disk space");

    private final String what;
    private final String why;

    Refused(String what, String why) {
        this.what = what;
        this.why = why;
    }

    /** Null for what is part of the normal run of things. */
    public static @Nullable Refused of(Rejection why) {
        return switch (why) {
            case OUT_OF_MEMORY -> OUT_OF_MEMORY;
            case OUT_OF_DISK -> OUT_OF_DISK;
            default -> null;
        };
    }

    String what() {
        return what;
    }

    String why() {
        return why;
    }
}
