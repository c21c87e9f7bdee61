package dev.reeve.testkit;

import org.jspecify.annotations.Nullable;

/**
 * The operations that all doors have, through one of them, one request at a time. Payloads are JSON, which all protocols
 * can carry. An unexpected reply throws a {@link Violation}, a lost connection an {@link java.io.UncheckedIOException}.
 */
public interface DoorClient extends AutoCloseable {
    /**
     * A leased job.
     *
     * @param id of the job at this door
     * @param payload as received
     * @param proof what the door requires to complete the job; empty if nothing
     */
    record Taken(String id, String payload, String proof) {}

    /** The state of a job, as far as the door shows it. */
    enum Phase {
        WAITING,
        TAKEN,
        FINISHED,
        HIDDEN
    }

    /** Adds a job at the end of the queue, and returns its id. */
    String add(String queue, String payload);

    /** Leases the first job of the queue; null if there is none. */
    @Nullable
    Taken acquire(String queue);

    /** Returns false if the job does not exist, or the lease is over. */
    boolean complete(Taken job);

    /** Extends the lease. Returns false if it is over; throws if the protocol has no such request. */
    default boolean renew(Taken job) {
        throw new UnsupportedOperationException("this protocol cannot renew a lease");
    }

    /** Reports a failed attempt. Returns false if the lease is over; throws if the protocol has no such request. */
    default boolean fail(Taken job) {
        throw new UnsupportedOperationException("this protocol cannot report a failure");
    }

    /** Gives the job back. Returns false if the lease is over; throws if the protocol has no such request. */
    default boolean release(Taken job) {
        throw new UnsupportedOperationException("this protocol cannot give a job back");
    }

    /** Cancels a job, whoever holds it. Returns false if it has ended; throws if the protocol has no such request. */
    default boolean cancel(String id) {
        throw new UnsupportedOperationException("this protocol cannot cancel a job");
    }

    /** Removes a job in any state. Returns false if it does not exist; throws if the protocol has no such request. */
    default boolean remove(String id) {
        throw new UnsupportedOperationException("this protocol cannot remove a job");
    }

    /** Deletes a completed job, if the door keeps it until a client deletes it. */
    default void delete(Taken job) {}

    Phase look(String id);

    @Override
    void close();
}
