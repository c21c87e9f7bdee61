package dev.reeve.campaign.crash;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The operations common to all doors, in one protocol: put, take and finish, in one queue, one after the other. */
interface DoorConnection extends Closeable {
    /**
     * A leased job.
     *
     * @param lock token that the door requires to finish the job; empty if none
     */
    record Taken(String id, String payload, String lock) {}

    /** The state of a job, as far as the door shows it. */
    enum Phase {
        WAITING,
        TAKEN,
        FINISHED,
        UNKNOWN_DURATION
    }

    /** Adds a job at the end of the queue and returns its id. The payload has letters, digits and dashes only. */
    String put(String payload) throws IOException;

    /** Leases the first job for a long time; null if there is none. */
    @Nullable
    Taken take() throws IOException;

    /** Returns whether the job existed. */
    boolean finish(Taken job) throws IOException;

    Phase look(String id) throws IOException;
}
