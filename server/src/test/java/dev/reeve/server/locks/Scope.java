package dev.reeve.server.locks;

/** For which queues a row of a table needs its right. */
enum Scope {
    /** For the queue that it names, or whose job it names. */
    QUEUE,
    /** For every queue. No role has that whose patterns leave out a queue. */
    ALL_QUEUES,
    /** For none: whoever has logged in may do it. */
    NONE;

    /** Whether a role that has the right in its own queues may do it. */
    boolean allows(String family) {
        return this == NONE || (this == QUEUE && family.equals(LockedServer.OWN));
    }
}
