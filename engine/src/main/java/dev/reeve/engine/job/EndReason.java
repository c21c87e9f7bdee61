package dev.reeve.engine.job;

/** The reason why a job ended or was removed. */
public enum EndReason {
    COMPLETED,
    FAILED,
    TIMED_OUT,
    CANCELLED,
    /** Removed by request. */
    DELETED,
    /** The TTL, or the retention after the end, has passed. */
    EXPIRED,
    /** A foreground job that no worker acquired in time. */
    NOT_TAKEN,
    /** A foreground job whose worker did not finish in time. */
    NOT_FINISHED,
    /** A foreground job whose creator disconnected. */
    ABANDONED
}
