package dev.reeve.campaign.history;

/** What a client asks for. */
public enum CallKind {
    ADD,
    GET,
    ACQUIRE,
    RENEW,
    COMPLETE,
    FAIL,
    RELEASE,
    CANCEL,
    DELETE;

    /** Whether it can take a job out of a lease. */
    boolean mayEndLease() {
        return this == RELEASE || mayEndJob();
    }

    /** Whether a job may have ended or be gone after it. */
    boolean mayEndJob() {
        return this == COMPLETE || this == FAIL || this == CANCEL || this == DELETE;
    }

    /** Whether a job has ended for good, or is gone, when it has succeeded. */
    boolean endsJob() {
        return mayEndJob() && this != FAIL;
    }
}
