package dev.reeve.engine.job;

/** How a job ended, or how it went away without an end. */
public enum EndReason {
    COMPLETED,
    FAILED,
    TIMED_OUT,
    CANCELLED,
    /** Removed on request. */
    DELETED,
    /** Its time to live, or its time to be kept after the end, was over. */
    EXPIRED,
    /** A foreground job that no worker took in time. */
    NOT_TAKEN,
    /** A foreground job whose worker did not finish in time. */
    NOT_FINISHED,
    /** A foreground job whose caller has gone. */
    ABANDONED
}
