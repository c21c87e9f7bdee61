package dev.reeve.engine.qless;

import dev.reeve.engine.job.JobId;
import org.jspecify.annotations.Nullable;

/** What happened, for those who watch jobs, workers and options. How that is said, and to whom, is not known here. */
public sealed interface QlessEvent {
    /**
     * Something happened to a job that is tracked.
     *
     * @param dialect that of the caller who brought it about
     */
    record TrackedJobEvent(TrackedEventType type, JobId id, QlessDialect dialect) implements QlessEvent {}

    record JobPut(JobId id, String queue) implements QlessEvent {}

    record JobCompleted(JobId id, String queue) implements QlessEvent {}

    /** The job was completed in one queue, and put into the next. */
    record JobAdvanced(JobId id, String from, String to) implements QlessEvent {}

    /**
     * The job has failed for good.
     *
     * @param worker empty if none had it
     */
    record JobFailed(JobId id, String group, String message, String worker) implements QlessEvent {}

    /** The worker's lease of the job has lapsed, or was taken from it. */
    record LeaseLost(JobId id, String worker) implements QlessEvent {}

    /**
     * The job is gone. Queue and worker are null if there was none.
     *
     * @param worker empty if none had it
     */
    record JobCanceled(
            JobId id, @Nullable String queue, @Nullable String worker) implements QlessEvent {}

    record OptionSet(String option, String value) implements QlessEvent {}

    record OptionUnset(String option) implements QlessEvent {}
}
