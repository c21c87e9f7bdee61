package dev.reeve.engine.qless;

import dev.reeve.engine.job.HeapBytes;
import dev.reeve.engine.job.JobId;
import java.util.Comparator;
import java.util.List;

/**
 * A template from which jobs are created at an interval. Immutable; a change replaces it under the same id.
 *
 * @param count the number of jobs created so far
 * @param backlog the maximum number of missed jobs to create; 0 for all
 * @param nextMicros the due time of the next job
 */
@SuppressWarnings("ArrayRecordComponent")
public record RecurringJob(
        JobId id,
        String queue,
        String klass,
        byte[] payload,
        long priority,
        List<String> tags,
        int retries,
        long backlog,
        long count,
        long intervalMicros,
        long nextMicros) {
    public static final Comparator<RecurringJob> BY_ID = Comparator.comparing(RecurringJob::id, JobId.ORDER);
    public static final Comparator<RecurringJob> BY_NEXT =
            Comparator.comparingLong(RecurringJob::nextMicros).thenComparing(RecurringJob::id, JobId.ORDER);

    private static final long OVERHEAD_BYTES = 80 + HeapBytes.HASH_ENTRY + 2 * HeapBytes.SLOT;

    public RecurringJob {
        tags = List.copyOf(tags);
        if (retries < 0 || intervalMicros <= 0) {
            throw new IllegalArgumentException("expected an interval above 0 and retries of at least 0, but got "
                    + intervalMicros + ", " + retries);
        }
    }

    public RecurringJob at(long newCount, long newNextMicros) {
        return new RecurringJob(
                id, queue, klass, payload, priority, tags, retries, backlog, newCount, intervalMicros, newNextMicros);
    }

    public RecurringJob tagged(List<String> newTags) {
        return new RecurringJob(
                id, queue, klass, payload, priority, newTags, retries, backlog, count, intervalMicros, nextMicros);
    }

    /** A copy whose payload is an empty object. */
    RecurringJob withoutPayload() {
        return new RecurringJob(
                id,
                queue,
                klass,
                new byte[] {'{', '}'},
                priority,
                tags,
                retries,
                backlog,
                count,
                intervalMicros,
                nextMicros);
    }

    /** The estimated memory. */
    public long sizeBytes() {
        long tagBytes = HeapBytes.list(tags);
        for (String tag : tags) {
            tagBytes += HeapBytes.string(tag);
        }
        return OVERHEAD_BYTES
                + id.sizeBytes()
                + HeapBytes.string(queue)
                + HeapBytes.string(klass)
                + HeapBytes.array(payload)
                + tagBytes;
    }
}
