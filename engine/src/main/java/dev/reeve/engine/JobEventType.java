package dev.reeve.engine;

/** The changes of jobs that are counted for metrics. */
public enum JobEventType {
    ADDED,
    /** A worker acquired the job. */
    LEASED,
    COMPLETED,
    /** A worker reported a failure, or no retries were left. The job may be retried. */
    FAILED,
    /** The lease lapsed. The job may be retried. */
    TIMED_OUT,
    /** The job is queued again after a failure, a lapse or a request. */
    RETRIED,
    /** The TTL passed before the job ended. */
    EXPIRED,
    CANCELLED,
    /** The job was removed by request before it ended. */
    DELETED
}
