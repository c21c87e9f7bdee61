package dev.reeve.campaign.history;

/** What a client was answered. */
public enum CallReply {
    OK,
    REFUSED,

    /** An acquire that got no job. */
    EMPTY,

    /** A job that was seen, and that nobody holds. */
    WAITING,

    /** A job that was seen in the hands of a worker. */
    TAKEN,

    /** A job that has ended or is not there. */
    FINISHED,

    /** No answer: the call may have taken effect or not. */
    UNKNOWN
}
