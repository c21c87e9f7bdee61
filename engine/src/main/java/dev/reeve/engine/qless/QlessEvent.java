package dev.reeve.engine.qless;

import dev.reeve.engine.job.Failure;
import dev.reeve.engine.job.JobId;
import org.jspecify.annotations.Nullable;

/** An event that qless clients can subscribe to. The qless door chooses channels and messages. */
public sealed interface QlessEvent {
    /**
     * An event of a tracked job.
     *
     * @param dialect the dialect of the caller that caused the event
     */
    record TrackedJobEvent(TrackedEventType type, JobId id, QlessDialect dialect) implements QlessEvent {}

    record JobPut(JobId id, String queue) implements QlessEvent {}

    record JobCompleted(JobId id, String queue) implements QlessEvent {}

    /** The job was completed in one queue and put into the next. */
    record JobAdvanced(JobId id, String from, String to) implements QlessEvent {}

    /**
     * A worker reported a failure with a group, or no retries were left.
     *
     * @param worker the worker that held the job; empty if none did
     */
    record JobFailed(JobId id, Failure failure, String worker) implements QlessEvent {}

    /** The worker's lease has lapsed or was ended by another call. */
    record LeaseLost(JobId id, String worker) implements QlessEvent {}

    /**
     * The job was cancelled. Queue and worker are null if it did not exist.
     *
     * @param worker the worker that held the job; empty if none did
     */
    record JobCanceled(
            JobId id, @Nullable String queue, @Nullable String worker) implements QlessEvent {}

    record OptionSet(String option, String value) implements QlessEvent {}

    record OptionUnset(String option) implements QlessEvent {}
}
