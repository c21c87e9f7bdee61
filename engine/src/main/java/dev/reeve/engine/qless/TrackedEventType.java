package dev.reeve.engine.qless;

/** What happens to a tracked job. */
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
