package dev.reeve.net;

import dev.reeve.engine.Rejection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Classes of refusals that are logged for the operator: exhausted resources, bad requests, and disconnected clients.
 */
public enum RefusalKind {
    CONNECTION("refused", "connections", "limits.connections is reached"),
    UNKNOWN("refused", "requests", "no such command or path"),
    MALFORMED("refused", "requests", "malformed"),
    TOO_LARGE("refused", "requests", "too large"),
    TOO_MUCH_INPUT("refused", "requests", "limits.all-input is reached"),
    OUT_OF_MEMORY("refused", "commands", "out of memory, see limits.memory"),
    OUT_OF_DISK("refused", "commands", "out of disk space"),
    HTTP_REQUEST("disconnected", "connections", "they sent HTTP requests"),
    UNREAD("disconnected", "connections", "replies are not read, and limits.all-unsent is reached"),
    UNFINISHED("disconnected", "connections", "commands are not completed, and limits.all-input is reached");

    private final String verb;
    private final String subject;
    private final String why;

    RefusalKind(String verb, String subject, String why) {
        this.verb = verb;
        this.subject = subject;
        this.why = why;
    }

    /** The class of a rejection; null for rejections of normal operation, which are not logged. */
    public static @Nullable RefusalKind of(Rejection why) {
        return switch (why) {
            case OUT_OF_MEMORY -> OUT_OF_MEMORY;
            case OUT_OF_DISK -> OUT_OF_DISK;
            default -> null;
        };
    }

    /** The action of the server, for the log line. */
    String verb() {
        return verb;
    }

    /** The value of the metric label. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    String subject() {
        return subject;
    }

    String why() {
        return why;
    }
}
