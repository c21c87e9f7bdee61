package dev.reeve.engine;

import dev.reeve.engine.job.HeapBytes;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.Progress;
import org.jspecify.annotations.Nullable;

/**
 * One change, as those who listen are told. It has no payload, no result and no text of an error; only the message of the
 * progress is what a client has put into a job.
 *
 * @param queue the queue of the job when it happened; empty if the event is about all queues
 * @param job null if the event is not about a job
 * @param about the worker that acquired the job, or the type of the error that it failed with; null if there is none
 */
public record Event(
        EventType type,
        String queue,
        long atMicros,
        @Nullable Subject job,
        @Nullable String about,
        @Nullable Progress progress) {
    private static final long OVERHEAD_BYTES = 192;

    /**
     * The job that an event is about.
     *
     * @param klass the kind of the job
     * @param dueAtMicros the time from which the job can be leased
     */
    public record Subject(JobId id, long number, String klass, int attempt, long dueAtMicros) {
        static Subject of(Job job) {
            String klass = job.labels().klassIn(job.queue().name());
            return new Subject(job.id(), job.number(), klass, job.attempts(), job.dueAtMicros());
        }
    }

    static Event of(Job job, EventType type, long atMicros, @Nullable String about) {
        Progress progress = type == EventType.JOB_PROGRESS ? job.options().progress() : null;
        return new Event(type, job.queue().name(), atMicros, Subject.of(job), about, progress);
    }

    /** The estimated memory, if the job is gone and nobody else has its texts. */
    public long sizeBytes() {
        return OVERHEAD_BYTES
                + HeapBytes.longestString(queue.length())
                + (job == null ? 0 : job.id.sizeBytes() + HeapBytes.longestString(job.klass.length()))
                + (about == null ? 0 : HeapBytes.longestString(about.length()))
                + (progress == null ? 0 : progress.growthBytes());
    }
}
