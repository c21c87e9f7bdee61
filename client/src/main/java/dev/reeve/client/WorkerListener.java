package dev.reeve.client;

/** Is told what happens to the jobs of a worker, for metrics and logs. Called in threads of the worker: it must not block. */
public interface WorkerListener {
    /** The handler is about to be called. */
    default void started(JobContext job) {}

    /**
     * The server has confirmed what was reported.
     *
     * @param state the job's state by that: {@code completed}, {@code retrying}, {@code failed}, {@code cancelled}, {@code released}
     */
    default void finished(JobContext job, String state) {}

    /** The lease is lost, or the report was refused: the job is no longer this worker's. */
    default void lost(JobContext job, String reason) {}
}
