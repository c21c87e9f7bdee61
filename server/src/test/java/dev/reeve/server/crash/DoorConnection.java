package dev.reeve.server.crash;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What every door has, in the words of one of them: put, take and finish, in one queue, one after the other. */
interface DoorConnection extends Closeable {
    /**
     * A job in the hands of its worker.
     *
     * @param lock what the door wants to see when the job is finished; empty if nothing
     */
    record Taken(String id, String payload, String lock) {}

    /** What has become of a job, as far as the door tells. */
    enum Phase {
        WAITING,
        TAKEN,
        FINISHED,
        UNKNOWN_DURATION
    }

    /** Puts a job behind all others and returns its id. The payload is made of letters, digits and dashes. */
    String put(String payload) throws IOException;

    /** Takes the job that is first, for a long time; null if there is none. */
    @Nullable
    Taken take() throws IOException;

    /** Returns whether it was there to be finished. */
    boolean finish(Taken job) throws IOException;

    Phase look(String id) throws IOException;
}
