package dev.reeve.server.door.ocypod;

/** What a job that waits is called in replies: today's clients match on the first, the document has the second. */
public enum InitialStatus {
    QUEUED,
    CREATED
}
