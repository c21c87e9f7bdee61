package dev.reeve.client;

/** A job whose result was awaited has ended without one: it failed, timed out or was cancelled. */
public final class JobFailedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient JobInfo job;

    JobFailedException(JobInfo job) {
        super("job " + job.id() + " is " + job.state() + (job.errorType().isEmpty() ? "" : ": " + job.errorText()));
        this.job = job;
    }

    public JobInfo job() {
        return job;
    }
}
