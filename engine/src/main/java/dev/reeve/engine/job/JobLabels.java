package dev.reeve.engine.job;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The kind and the tags of a job. Jobs with neither share {@link #NONE}.
 *
 * @param klass the client's name for the kind of job; null means the queue's name
 */
public record JobLabels(@Nullable String klass, List<String> tags) {
    public static final JobLabels NONE = new JobLabels(null, List.of());

    public JobLabels {
        tags = List.copyOf(tags);
    }

    public static JobLabels of(@Nullable String klass, List<String> tags) {
        return klass == null && tags.isEmpty() ? NONE : new JobLabels(klass, tags);
    }

    public boolean isNone() {
        return equals(NONE);
    }

    /** The estimated memory. */
    long sizeBytes() {
        long bytes = klass == null ? 0 : klass.length();
        for (String tag : tags) {
            bytes += 64L + tag.length();
        }
        return bytes;
    }
}
