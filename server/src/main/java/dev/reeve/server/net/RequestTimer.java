package dev.reeve.server.net;

import dev.reeve.server.tally.DoorTally;
import dev.reeve.server.tally.RequestTally;
import org.jspecify.annotations.Nullable;

/** Has the replies of a session counted among the answers to their commands, unless nothing is counted. */
final class RequestTimer {
    private final @Nullable DoorTally door;
    private @Nullable RequestTally asked;
    private long turnBeganAtNanos;

    RequestTimer(@Nullable DoorTally door) {
        this.door = door;
    }

    /** Whatever is executed from now on began at this moment. */
    void turnBegins() {
        if (door != null) {
            turnBeganAtNanos = System.nanoTime();
        }
    }

    /** The next reply answers that command. */
    void asked(String command) {
        if (door != null) {
            asked = door.of(command);
        }
    }

    void opened(Reply reply) {
        if (door != null) {
            reply.countIn(asked == null ? door.unknown() : asked, turnBeganAtNanos);
            asked = null;
        }
    }
}
