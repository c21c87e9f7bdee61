package dev.reeve.client;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Duration;

/**
 * One job of a queue holds a key at a time. Immutable: each method returns a copy.
 *
 * @param untilLeased whether the key is held until the first lease only, not until the job has ended
 * @param atLeast the key is held for this time after the add in any case
 * @param otherwise what becomes of another job with the key: {@code keep}, {@code refuse} or {@code replace}
 */
public record Uniqueness(String key, boolean untilLeased, Duration atLeast, String otherwise) {
    /** The key is held until the job has ended; an add of another job finds the one that is there. */
    public static Uniqueness by(String key) {
        return new Uniqueness(key, false, Duration.ZERO, "keep");
    }

    /** A job that is being worked on no longer holds the key. */
    public Uniqueness whileUnleased() {
        return new Uniqueness(key, true, atLeast, otherwise);
    }

    public Uniqueness forAtLeast(Duration time) {
        return new Uniqueness(key, untilLeased, time, otherwise);
    }

    /** Another job is refused, as a problem of kind {@link ProblemKind#UNIQUE_KEY_TAKEN}. */
    public Uniqueness orRefuse() {
        return new Uniqueness(key, untilLeased, atLeast, "refuse");
    }

    /** A job that waits takes over payload, priority and time of another one; after a leased one the other follows. */
    public Uniqueness orReplace() {
        return new Uniqueness(key, untilLeased, atLeast, "replace");
    }

    void write(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("key", key);
        if (untilLeased) {
            out.writeStringField("while", "unleased");
        }
        if (!atLeast.isZero()) {
            out.writeStringField("for", WireText.of(atLeast));
        }
        out.writeStringField("else", otherwise);
        out.writeEndObject();
    }
}
