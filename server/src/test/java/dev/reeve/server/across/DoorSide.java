package dev.reeve.server.across;

/** One door as a client sees it. Payloads are JSON, which all five can carry. */
interface DoorSide extends AutoCloseable {
    void add(String queue, String payload) throws Exception;

    Taken take(String queue) throws Exception;

    void finish(Taken taken) throws Exception;

    @Override
    void close() throws Exception;

    /** A leased job: its id at this door, its payload as received, and the token of the lease. */
    record Taken(String id, String payload, String proof) {}
}
