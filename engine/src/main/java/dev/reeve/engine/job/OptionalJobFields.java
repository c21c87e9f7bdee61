package dev.reeve.engine.job;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is kept about a job whose clients ask for its story: history, dependencies, failure. Jobs of other clients have
 * none. It belongs to one job and is changed only with it; what it holds is replaced, never changed.
 */
public final class OptionalJobFields {
    /** Instead of a moment, where there is none. */
    public static final long NONE = Long.MIN_VALUE;

    private static final long OVERHEAD_BYTES = 96;

    private JobHistory history = JobHistory.NONE;
    private List<JobId> dependencies = List.of();
    private List<Long> tagTimesMicros = List.of();
    private @Nullable Failure failure;
    private @Nullable String spawnedFrom;
    private long sinceMicros;
    private long delayedUntilMicros = NONE;
    private boolean warned;
    private boolean disowned;

    /** The job's fields, created here if it has none yet. Only while the job is being changed. */
    public static OptionalJobFields of(Job job) {
        OptionalJobFields fields = job.optionalFields();
        if (fields == null) {
            fields = new OptionalJobFields();
            fields.sinceMicros = job.dueAtMicros();
            fields.history = fields.history.with(
                    HistoryEvent.put(job.createdAtMicros(), job.queue().name()), 0);
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
        copy.spawnedFrom = spawnedFrom;
        copy.sinceMicros = sinceMicros;
        copy.delayedUntilMicros = delayedUntilMicros;
        copy.warned = warned;
        copy.disowned = disowned;
        return copy;
    }

    public JobHistory history() {
        return history;
    }

    public void history(JobHistory value) {
        history = value;
    }

    /** The jobs that it waits for. */
    public List<JobId> dependencies() {
        return dependencies;
    }

    public void dependencies(List<JobId> value) {
        dependencies = List.copyOf(value);
    }

    /** When each of the job's tags was added; empty if all came with the job. */
    public List<Long> tagTimesMicros() {
        return tagTimesMicros;
    }

    public void tagTimesMicros(List<Long> value) {
        tagTimesMicros = List.copyOf(value);
    }

    /** Its last failure, even if it was tried again since. */
    public @Nullable Failure failure() {
        return failure;
    }

    public void failure(@Nullable Failure value) {
        failure = value;
    }

    /** The recurring job that it came from. */
    public @Nullable String spawnedFrom() {
        return spawnedFrom;
    }

    public void spawnedFrom(@Nullable String value) {
        spawnedFrom = value;
    }

    /** Since when it waits or runs, for the statistics. */
    public long sinceMicros() {
        return sinceMicros;
    }

    public void sinceMicros(long value) {
        sinceMicros = value;
    }

    /** For a job that waits for others: when it may be leased after that, or {@link #NONE}. */
    public long delayedUntilMicros() {
        return delayedUntilMicros;
    }

    public void delayedUntilMicros(long value) {
        delayedUntilMicros = value;
    }

    /** Whether its worker was told that the lease has lapsed, and the next look takes the job away. */
    public boolean warned() {
        return warned;
    }

    public void warned(boolean value) {
        warned = value;
    }

    /** Whether it no longer counts among its worker's jobs, though it is still leased to it. */
    public boolean disowned() {
        return disowned;
    }

    public void disowned(boolean value) {
        disowned = value;
    }

    long sizeBytes() {
        return OVERHEAD_BYTES
                + history.sizeBytes()
                + 48L * dependencies.size()
                + 24L * tagTimesMicros.size()
                + (failure == null ? 0 : failure.sizeBytes());
    }
}
