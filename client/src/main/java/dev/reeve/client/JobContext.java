package dev.reeve.client;

import java.util.Map;
import java.util.Optional;

/** The job that a handler works on. For any thread. */
public interface JobContext {
    String id();

    String queue();

    String type();

    /** 1 for the first try. */
    int attempt();

    Map<String, String> headers();

    /** Everything that the server told of the job. */
    JobInfo info();

    /**
     * A job that this one came after.
     *
     * @param key its {@link JobRequest#key}, or its id if it has none
     */
    Optional<JobDependency> dependency(String key);

    /** The counts of the batch whose callback this job is; empty if it is none. */
    Optional<BatchInfo> batch();

    /** Tells how far the work is. Sent with one of the next renewals, a second later at most; only the latest one counts. */
    void progress(int percent, String message);

    /** Whether somebody wants the job to end. A handler that obeys throws; what it returns completes the job all the same. */
    boolean isCancelled();

    /** Whether another worker may have the job by now. What this handler returns no longer counts. */
    boolean leaseLost();

    /** Throws a {@link JobCancelledException} if the job is cancelled or its lease is lost. */
    void throwIfCancelled();
}
