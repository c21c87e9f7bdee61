package dev.reeve.engine.qless;

/** The types of events of a tracked job. */
public enum TrackedEventType {
    PUT,
    POPPED,
    COMPLETED,
    FAILED,
    STALLED,
    CANCELED,
    TRACKED,
    UNTRACKED
}
