package dev.reeve.engine.job;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The kind, the tags and the options of a job. Jobs with none of these share {@link #NONE}. The options are here and not in
 * the job, because there another reference costs every job eight bytes, and here nothing.
 *
 * @param klass the client's name for the kind of job; null means the queue's name
 * @param sizeBytes the estimated memory, with the places of the job in the index of tags
 */
public record JobLabels(@Nullable String klass, List<String> tags, JobOptions options, long sizeBytes) {
    /** The labels that have nothing but shared options; shared as well. */
    private static final List<JobLabels> SHARED = JobOptions.allShared().stream()
            .map(options -> new JobLabels(null, List.of(), options, 0))
            .toList();

    public static final JobLabels NONE = SHARED.get(0);

    /** A tag without its text: its place in the index, and the time of tagging. */
    private static final long TAG_BYTES = 24 + HeapBytes.SLOT + HeapBytes.BOXED_TIME;

    /** Labels without what they refer to. */
    public static final long OVERHEAD_BYTES = 32;

    public static JobLabels of(@Nullable String klass, List<String> tags, JobOptions options) {
        int shared = klass == null && tags.isEmpty() ? options.sharedIndex() : -1;
        return shared >= 0 ? SHARED.get(shared) : sized(klass, List.copyOf(tags), options);
    }

    /** The kind of a job in that queue: the client's name for it, or else the queue's name. */
    public String klassIn(String queue) {
        return klass == null ? queue : klass;
    }

    public boolean isNone() {
        return equals(NONE);
    }

    /** The same kind and tags with other options. */
    public JobLabels with(JobOptions value) {
        return value.equals(options) ? this : of(klass, tags, value);
    }

    private static JobLabels sized(@Nullable String klass, List<String> tags, JobOptions options) {
        long bytes = OVERHEAD_BYTES + HeapBytes.string(klass) + ofTags(tags) + options.sizeBytes();
        return new JobLabels(klass, tags, options, bytes);
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
