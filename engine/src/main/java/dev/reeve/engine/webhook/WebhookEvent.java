package dev.reeve.engine.webhook;

import dev.reeve.engine.job.EndReason;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What can be told of a job. */
public enum WebhookEvent {
    ADDED,
    /** A try has failed, and the job is tried again. */
    RETRYING,
    COMPLETED,
    FAILED,
    TIMED_OUT,
    CANCELLED;

    public static final List<String> WORDS =
            Arrays.stream(values()).map(WebhookEvent::word).toList();

    /** The event of that end; null if nobody is told of it. */
    public static @Nullable WebhookEvent of(EndReason reason) {
        return switch (reason) {
            case COMPLETED -> COMPLETED;
            case FAILED -> FAILED;
            case TIMED_OUT -> TIMED_OUT;
            case CANCELLED -> CANCELLED;
            default -> null;
        };
    }

    boolean isEnd() {
        return this != ADDED && this != RETRYING;
    }

    public String word() {
        return "job." + name().toLowerCase(Locale.ROOT);
    }
}
