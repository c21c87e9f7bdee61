package dev.reeve.engine;

/** What happens in the lives of jobs that is worth counting. */
public enum JobEventType {
    ADDED,
    /** A worker has got it. */
    LEASED,
    COMPLETED,
    /** A worker reported a failure, or the job was given up; it may be tried again. */
    FAILED,
    /** A worker lost it; it may be tried again. */
    TIMED_OUT,
    /** It is to be done once more, after a failure or a lapse or because somebody asked for it. */
    RETRIED,
    /** Its time to live was over before it had ended. */
    EXPIRED,
    CANCELLED,
    /** Removed on request before it had ended. */
    DELETED
}
