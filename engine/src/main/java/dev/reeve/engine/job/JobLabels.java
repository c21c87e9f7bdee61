package dev.reeve.engine.job;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The kind and the tags of a job. Jobs with neither share {@link #NONE}.
 *
 * @param klass the client's name for the kind of job; null means the queue's name
 * @param sizeBytes the estimated memory, with the places of the job in the index of tags
 */
public record JobLabels(@Nullable String klass, List<String> tags, long sizeBytes) {
    public static final JobLabels NONE = new JobLabels(null, List.of(), 0);

    /** A tag without its text: its place in the index, and the time of tagging. */
    private static final long TAG_BYTES = 24 + HeapBytes.SLOT + HeapBytes.BOXED_TIME;

    private static final long OVERHEAD_BYTES = 24;

    public static JobLabels of(@Nullable String klass, List<String> tags) {
        return klass == null && tags.isEmpty() ? NONE : sized(klass, List.copyOf(tags));
    }

    public boolean isNone() {
        return equals(NONE);
    }

    private static JobLabels sized(@Nullable String klass, List<String> tags) {
        return new JobLabels(klass, tags, OVERHEAD_BYTES + HeapBytes.string(klass) + ofTags(tags));
    }

    /** The estimated memory of tags of a job. */
    public static long ofTags(List<String> tags) {
        long bytes = HeapBytes.list(tags);
        for (String tag : tags) {
            bytes += TAG_BYTES + HeapBytes.string(tag);
        }
        return bytes;
    }
}
