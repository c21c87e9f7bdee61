package dev.reeve.engine;

/** The expected reasons for refusing a command. Each door translates them into its protocol's errors. */
public enum Rejection {
    /** Expected a job with that id or number, but there is none. */
    JOB_NOT_FOUND,
    /** Expected a new id, but a job with that id exists. */
    JOB_EXISTS,
    /** Expected a unique key that no other job of the queue holds, but one holds it. */
    KEY_TAKEN,
    /** Expected an unfinished job, but it has ended. */
    ALREADY_ENDED,
    /** Expected a leased job, but it is not leased. */
    NOT_LEASED,
    /** Expected the current lease, but the claim is for an earlier lease or another worker. */
    STALE_LEASE,
    /** Expected a state that allows the requested change, but the job is in another. */
    INVALID_TRANSITION,
    /** Expected the job's queue, but the job is in another queue. */
    OTHER_QUEUE,
    /** Expected a job in state DEPENDS, but it is in another state. */
    NOT_DEPENDING,
    /** Expected a job without dependents, but another job depends on it. */
    HAS_DEPENDENTS,
    /** Expected a queue of that name, but there is none. */
    QUEUE_NOT_FOUND,
    /** Expected a schedule of that name, but there is none. */
    SCHEDULE_NOT_FOUND,
    /** Expected a webhook of that name, but there is none. */
    WEBHOOK_NOT_FOUND,
    /** Expected room for one more of its kind, but there are as many as there may be. */
    LIMIT_REACHED,
    /** Expected a due time before the end of the TTL, but the job would expire before it is due. */
    EXPIRES_BEFORE_DUE,
    /** Expected a dependency that exists and is kept, but there is none with that id. */
    UNKNOWN_DEPENDENCY,
    /** Expected a job that does not depend on itself, but it does. */
    DEPENDENCY_CYCLE,
    /** Expected a batch with that id, but there is none. */
    BATCH_NOT_FOUND,
    /** Expected a new batch, but another one has that id. */
    BATCH_EXISTS,
    /** Expected an open batch, but it is closed. */
    BATCH_CLOSED,
    /** Expected a batch that can have more jobs, but it has had as many as a batch may have. */
    BATCH_FULL,
    /** Expected fewer batches, but there are as many as may be. */
    TOO_MANY_BATCHES,
    /** Expected free memory, but the memory budget is used up. */
    OUT_OF_MEMORY,
    /** Expected free disk space, but it is used up or nearly so. */
    OUT_OF_DISK,
    /** Expected a journal that can be extended, but a file cannot be created or renamed, with space left. */
    JOURNAL_FAULT,
    /** Expected a cluster with a leader, but there was none for as long as a caller waits. Nothing was done. */
    NO_LEADER,
    /** Expected a cluster in which all nodes know the command, but some may have an older version. Nothing was done. */
    OLDER_NODES,
    /** Expected the right to do this with the queue, but the caller does not have it. */
    NOT_ALLOWED
}
