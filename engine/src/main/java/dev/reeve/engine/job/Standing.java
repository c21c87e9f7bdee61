package dev.reeve.engine.job;

/** What a job counts as for its batch and for the jobs that depend on it. */
public enum Standing {
    /** The job has not ended. */
    PENDING,
    COMPLETED,
    /** The job failed or timed out for good, or is in a dead letter queue because of that. */
    FAILED,
    CANCELLED;

    public static Standing of(Job job) {
        return switch (job.state()) {
            case COMPLETED -> COMPLETED;
            case CANCELLED -> CANCELLED;
            case FAILED, TIMED_OUT -> FAILED;
            default -> job.flow().isDead() ? FAILED : PENDING;
        };
    }

    /** Whether jobs that depend on the job find that it will not complete unless somebody retries it. */
    public boolean isFailure() {
        return this == FAILED || this == CANCELLED;
    }
}
