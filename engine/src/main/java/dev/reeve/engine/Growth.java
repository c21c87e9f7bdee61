package dev.reeve.engine;

import dev.reeve.engine.job.Failure;
import dev.reeve.engine.job.HeapBytes;
import dev.reeve.engine.job.HistoryEvent;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobFlow;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.limit.KeyLine;
import dev.reeve.engine.limit.LimitKey;
import dev.reeve.engine.queue.JobQueue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Upper bounds of what the parts of a command add to the live data. */
public final class Growth {
    /** The fields and the first event of a job that has no history yet. */
    public static final long HISTORY = OptionalJobFields.OVERHEAD_BYTES + HistoryEvent.OVERHEAD_BYTES;

    /** What a job notes when it moves to a dead letter queue, besides the names of queues. */
    public static final long DEAD_LETTER = 128;

    private static final long TAG_BYTES = 48;

    private Growth() {}

    /** Bytes that replace others; none take nothing. */
    public static long replacing(byte @Nullable [] before, byte @Nullable [] after) {
        return after == null ? 0 : Math.max(0, content(after) - content(before));
    }

    /** Bytes that replace the payload of the job; none take nothing. A payload on disk makes no room. */
    public static long replacingPayload(Job job, byte @Nullable [] after) {
        return replacing(job.payload() instanceof byte[] before ? before : null, after);
    }

    /** Bytes of a result or an output; none take nothing. */
    public static long content(byte @Nullable [] bytes) {
        return bytes == null || bytes.length == 0 ? 0 : HeapBytes.array(bytes);
    }

    /** A text, without reading it. */
    public static long text(@Nullable String text) {
        return text == null ? 0 : HeapBytes.longestString(text.length());
    }

    public static long tags(@Nullable List<String> tags) {
        long bytes = 0;
        for (String tag : tags == null ? List.<String>of() : tags) {
            bytes += TagIndex.KEY_BYTES + HeapBytes.BOXED_TIME + TAG_BYTES + text(tag);
        }
        return bytes;
    }

    public static long dependencies(@Nullable List<JobId> ids) {
        long bytes = 0;
        for (JobId id : ids == null ? List.<JobId>of() : ids) {
            bytes += HeapBytes.MULTIMAP_KEY + 2 * HeapBytes.SLOT + id.sizeBytes();
        }
        return bytes;
    }

    /** Dependencies of a job that asks how they end: it keeps all of them. */
    public static long needs(List<JobId> ids) {
        return JobFlow.growthBytes(ids) + HISTORY;
    }

    /** A new queue. */
    public static long queue(String name) {
        return JobQueue.OVERHEAD_BYTES + text(name);
    }

    /** A queue that may exist. */
    public static long queue(EngineState state, @Nullable String name) {
        return name == null || state.queue(name) != null ? 0 : queue(name);
    }

    /** The most that one dependency takes. */
    public static final long MOST_OF_DEPENDENCY =
            HeapBytes.MULTIMAP_KEY + 2 * HeapBytes.SLOT + HeapBytes.longestString(LimitKey.MAX_LENGTH) + 24;

    /** The most that a key takes with its first job in a queue. */
    public static final long MOST_OF_LIMIT_KEY =
            LimitKey.BYTES + KeyLine.BYTES + HeapBytes.longestString(LimitKey.MAX_LENGTH);

    /** A key with its first job in a queue; null for none. */
    public static long limitKey(@Nullable String name) {
        return name == null ? 0 : LimitKey.BYTES + KeyLine.BYTES + text(name);
    }

    /** A failure with its group and its event, without a message, in a group with a name of that length. */
    public static long failure(int nameLength) {
        return Failure.OVERHEAD_BYTES
                + HistoryEvent.OVERHEAD_BYTES
                + HeapBytes.MULTIMAP_KEY
                + HeapBytes.SLOT
                + 3 * HeapBytes.longestString(nameLength);
    }

    /** What a job gets that has no history yet. */
    public static long history(@Nullable Job job) {
        return job == null || job.optionalFields() != null ? 0 : HISTORY;
    }
}
