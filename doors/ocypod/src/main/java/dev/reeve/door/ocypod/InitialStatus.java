package dev.reeve.door.ocypod;

/** Name of the initial status in replies: current clients expect the first, the documentation has the second. */
public enum InitialStatus {
    QUEUED,
    CREATED
}
