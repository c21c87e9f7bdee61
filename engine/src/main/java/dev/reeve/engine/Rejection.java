package dev.reeve.engine;

/** Why a command was refused. Expected, and answered by each door in its own words. */
public enum Rejection {
    /** Expected a job with that id or number, but there is none. */
    JOB_NOT_FOUND,
    /** Expected a new id, but a job with that id exists. */
    JOB_EXISTS,
    /** Expected an unfinished job, but it has ended. */
    ALREADY_ENDED,
    /** Expected a leased job, but nobody has it. */
    NOT_LEASED,
    /** Expected the current lease, but the one named has lapsed, or another worker has the job. */
    STALE_LEASE,
    /** Expected a state from which the job can be changed that way, but it is in another. */
    INVALID_TRANSITION,
    /** Expected the queue that the job runs in, but it runs in another. */
    OTHER_QUEUE,
    /** Expected a job that waits for others, but it does not. */
    NOT_DEPENDING,
    /** Expected a job that no other waits for, but one does. */
    HAS_DEPENDENTS,
    /** Expected a queue of that name, but there is none. */
    QUEUE_NOT_FOUND,
    /** Expected a job that still lives when it is due, but its time to live is over by then. */
    EXPIRES_BEFORE_DUE,
    /** Expected room for more jobs, but the memory budget is used up. */
    OUT_OF_MEMORY,
    /** Expected room on disk, but it is nearly or wholly used up. */
    OUT_OF_DISK
}
