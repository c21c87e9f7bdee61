package dev.reeve.engine.job;

import dev.reeve.engine.qless.QlessJobFields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a job with a history: history, dependencies, failure, times of tags. Other jobs have none. An instance
 * belongs to one job and is changed only while that job is being changed; the values that it refers to are immutable.
 */
public final class OptionalJobFields {
    /** Stands for no time. */
    public static final long NONE = Long.MIN_VALUE;

    /** These fields, the history without events, and the texts and lists that are empty for most jobs. */
    public static final long OVERHEAD_BYTES = 120;

    private static final long QLESS_BYTES = 24;

    private JobHistory history = JobHistory.NONE;
    private List<JobId> dependencies = List.of();
    private List<Long> tagTimesMicros = List.of();
    private @Nullable Failure failure;
    private long failureBytes;
    private long sinceMicros;
    private long delayedUntilMicros = NONE;
    private JobFlow flow = JobFlow.NONE;
    private QlessJobFields qless = QlessJobFields.NONE;

    /** The job's fields, created if it has none yet. Called only while the job is being changed. */
    public static OptionalJobFields of(Job job) {
        OptionalJobFields fields = job.optionalFields();
        if (fields == null) {
            fields = new OptionalJobFields();
            fields.sinceMicros = job.dueAtMicros();
            fields.history = fields.history.with(
                    HistoryEvent.added(job.createdAtMicros(), job.queue().name()), 0);
            job.optionalFields(fields);
        }
        return fields;
    }

    public OptionalJobFields copy() {
        OptionalJobFields copy = new OptionalJobFields();
        copy.history = history;
        copy.dependencies = dependencies;
        copy.tagTimesMicros = tagTimesMicros;
        copy.failure = failure;
        copy.failureBytes = failureBytes;
        copy.sinceMicros = sinceMicros;
        copy.delayedUntilMicros = delayedUntilMicros;
        copy.flow = flow;
        copy.qless = qless;
        return copy;
    }

    /** A copy without the message of the failure and without what clients have logged. */
    public OptionalJobFields withoutContent() {
        OptionalJobFields copy = copy();
        copy.history = new JobHistory(
                history.events().stream().map(HistoryEvent::withoutContent).toList());
        copy.failure = failure == null ? null : failure.withoutMessage();
        return copy;
    }

    public JobHistory history() {
        return history;
    }

    public void history(JobHistory value) {
        history = value;
    }

    /** The unfinished jobs that this job depends on. */
    public List<JobId> dependencies() {
        return dependencies;
    }

    public void dependencies(List<JobId> value) {
        dependencies = List.copyOf(value);
    }

    /** When each of the job's tags was added; empty if all were added with the job. */
    public List<Long> tagTimesMicros() {
        return tagTimesMicros;
    }

    public void tagTimesMicros(List<Long> value) {
        tagTimesMicros = List.copyOf(value);
    }

    /** The job's last failure, even if it has been retried since. */
    public @Nullable Failure failure() {
        return failure;
    }

    public void failure(@Nullable Failure value) {
        failure = value;
        failureBytes = value == null ? 0 : value.sizeBytes();
    }

    /** When the job was last added, leased or completed. */
    public long sinceMicros() {
        return sinceMicros;
    }

    public void sinceMicros(long value) {
        sinceMicros = value;
    }

    /** For a job that depends on others: its due time once they are completed, or {@link #NONE}. */
    public long delayedUntilMicros() {
        return delayedUntilMicros;
    }

    public void delayedUntilMicros(long value) {
        delayedUntilMicros = value;
    }

    /** How the job goes with others. */
    public JobFlow flow() {
        return flow;
    }

    public void flow(JobFlow value) {
        flow = value;
    }

    public QlessJobFields qless() {
        return qless;
    }

    public void qless(QlessJobFields value) {
        qless = value;
    }

    long sizeBytes() {
        return OVERHEAD_BYTES
                + history.sizeBytes()
                + (flow.needs().isEmpty() ? ofDependencies(dependencies) : 0)
                + failureBytes
                + flow.sizeBytes()
                + (qless.spawnedFrom() == null ? 0 : QLESS_BYTES + HeapBytes.string(qless.spawnedFrom()));
    }

    /** The estimated memory of dependencies, with their places in the index. */
    public static long ofDependencies(List<JobId> ids) {
        long bytes = HeapBytes.list(ids);
        for (JobId id : ids) {
            bytes += HeapBytes.SLOT + id.sizeBytes();
        }
        return bytes;
    }
}
