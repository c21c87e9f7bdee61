package dev.reeve.client;

/** A handler obeys a request to cancel its job, or the loss of its lease. */
public final class JobCancelledException extends RuntimeException {
    private static final long serialVersionUID = 1;

    JobCancelledException(String message) {
        super(message);
    }
}
