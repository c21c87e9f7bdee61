package dev.reeve.engine;

/** What those who listen are told about jobs and queues. */
public enum EventType {
    JOB_ADDED,
    /** A worker acquired the job. */
    JOB_LEASED,
    /** The holder of the lease told how far it has come. */
    JOB_PROGRESS,
    /** The job runs again, at once or later: after a failure, a lapse or a request. */
    JOB_RETRYING,
    JOB_COMPLETED,
    JOB_FAILED,
    JOB_TIMED_OUT,
    JOB_CANCELLED,
    /** Somebody asked to cancel the job while a worker held it. */
    JOB_CANCEL_REQUESTED,
    /** The job is no longer kept. */
    JOB_REMOVED,
    QUEUE_PAUSED,
    QUEUE_RESUMED,
    /** All jobs and queues were removed at once. */
    ALL_REMOVED
}
