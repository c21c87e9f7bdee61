package dev.reeve.engine.job;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What only some jobs have. Jobs without any of it share {@link #NONE}.
 *
 * @param klass what kind of job it is to its client; null means its queue's name
 */
public record JobLabels(@Nullable String klass, List<String> tags) {
    public static final JobLabels NONE = new JobLabels(null, List.of());

    public JobLabels {
        tags = List.copyOf(tags);
    }

    public static JobLabels ofTags(List<String> tags) {
        return tags.isEmpty() ? NONE : new JobLabels(null, tags);
    }

    public boolean isNone() {
        return equals(NONE);
    }

    /** What it counts against the memory budget, about. */
    long sizeBytes() {
        long bytes = klass == null ? 0 : klass.length();
        for (String tag : tags) {
            bytes += 64L + tag.length();
        }
        return bytes;
    }
}
