package dev.reeve.client;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A job as the server shows it. Lists leave out payload and result. */
public record JobInfo(JsonObject json) {
    private static final Set<String> ENDS = Set.of("completed", "failed", "timed_out", "cancelled");

    public String id() {
        return json.text("id");
    }

    public long number() {
        return json.number("number");
    }

    public String queue() {
        return json.text("queue");
    }

    public String type() {
        return json.text("type");
    }

    /** Such as {@code ready}, {@code leased}, {@code completed}. */
    public String state() {
        return json.text("state");
    }

    public boolean hasEnded() {
        return ENDS.contains(state());
    }

    public boolean isCompleted() {
        return state().equals("completed");
    }

    /** How often the job has been tried. */
    public int attempt() {
        return (int) json.number("attempt");
    }

    public RawJson payload() {
        return json.raw("payload");
    }

    public RawJson result() {
        return json.raw("result");
    }

    /** The earliest time at which it may run; null if it is no longer known. */
    public @Nullable Instant runAt() {
        String time = json.textOrNull("run_at");
        return time == null ? null : OffsetDateTime.parse(time).toInstant();
    }

    /** The type of the last error; empty if there was none. */
    public String errorType() {
        JsonObject error = json.object("error");
        return error == null ? "" : error.text("type");
    }

    /** Type and message of the last error; empty if there was none. */
    public String errorText() {
        JsonObject error = json.object("error");
        return error == null ? "" : (error.text("type") + " " + error.text("message")).strip();
    }

    @Override
    public String toString() {
        return json.toString();
    }
}
