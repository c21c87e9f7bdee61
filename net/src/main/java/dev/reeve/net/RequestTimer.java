package dev.reeve.net;

import dev.reeve.tally.DoorTally;
import dev.reeve.tally.RequestTally;
import org.jspecify.annotations.Nullable;

/** Assigns each reply of a session to the tally of its command, unless nothing is counted. */
final class RequestTimer {
    private final @Nullable DoorTally door;
    private @Nullable RequestTally nextTally;
    private long turnBeganAtNanos;

    RequestTimer(@Nullable DoorTally door) {
        this.door = door;
    }

    /** Records the start time of the commands that are executed in this turn. */
    void beginTurn() {
        if (door != null) {
            turnBeganAtNanos = System.nanoTime();
        }
    }

    /** Counts the next reply under this command. */
    void countNextReplyAs(String command) {
        if (door != null) {
            nextTally = door.of(command);
        }
    }

    void opened(Reply reply) {
        if (door != null) {
            reply.countIn(nextTally == null ? door.unknown() : nextTally, turnBeganAtNanos);
            nextTally = null;
        }
    }
}
