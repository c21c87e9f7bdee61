package dev.reeve.engine;

import dev.reeve.engine.collection.NonIterableMap;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.HeapBytes;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.OptionalJobFields;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Index of the jobs by tag, ordered by the time of tagging, and of the tags by number of jobs. */
public final class TagIndex {
    /** A job and the time at which it got the tag, stored here to avoid a search through the job's tags. */
    public record Tagged(Job job, long addedMicros) {}

    /** A tag and the jobs that have it. */
    public record Use(String tag, int count, RankedSet<Tagged> jobs) {}

    private static final Comparator<Use> MOST_USED =
            Comparator.comparingInt(Use::count).thenComparing(Use::tag).reversed();
    private static final Comparator<Tagged> FIRST_TAGGED = Comparator.comparingLong(Tagged::addedMicros)
            .thenComparing(tagged -> tagged.job().id(), JobId.ORDER);

    private final NonIterableMap<String, Use> byTag = new NonIterableMap<>();
    /** A tag with its set of jobs; its text is that of a job. */
    public static final long KEY_BYTES = HeapBytes.MULTIMAP_KEY + 24 + HeapBytes.SLOT;

    private final RankedSet<Use> byCount = new RankedSet<>(MOST_USED);

    /** The jobs with the tag, ordered by the time of tagging. */
    public @Nullable RankedSet<Tagged> jobs(String tag) {
        Use use = byTag.get(tag);
        return use == null ? null : use.jobs();
    }

    /** All tags, the most used first. */
    public RankedSet<Use> uses() {
        return byCount;
    }

    public @Nullable Use use(String tag) {
        return byTag.get(tag);
    }

    public void enter(Job job) {
        changeAll(job, true);
    }

    public void leave(Job job) {
        changeAll(job, false);
    }

    private void changeAll(Job job, boolean add) {
        List<String> tags = job.labels().tags();
        if (!tags.isEmpty()) {
            List<Long> times = times(job);
            for (int i = 0; i < tags.size(); i++) {
                change(tags.get(i), new Tagged(job, times.get(i)), add);
            }
        }
    }

    private void change(String tag, Tagged job, boolean add) {
        Use use = byTag.get(tag);
        RankedSet<Tagged> jobs = use == null ? new RankedSet<>(FIRST_TAGGED) : use.jobs();
        if (!(add ? jobs.add(job) : jobs.remove(job))) {
            return;
        }
        if (use != null) {
            byCount.remove(use);
        }
        if (jobs.isEmpty()) {
            byTag.remove(tag);
        } else {
            Use changed = new Use(tag, jobs.size(), jobs);
            byTag.put(tag, changed);
            byCount.add(changed);
        }
    }

    /** When the job got each of its tags. */
    public static List<Long> times(Job job) {
        OptionalJobFields optionalFields = job.optionalFields();
        List<Long> known = optionalFields == null ? List.of() : optionalFields.tagTimesMicros();
        int count = job.labels().tags().size();
        List<Long> times = new ArrayList<>(known.subList(0, Math.min(count, known.size())));
        while (times.size() < count) {
            times.add(job.createdAtMicros());
        }
        return times;
    }

    /** The estimated memory of the tags; the places of the jobs are counted with the jobs. */
    public long sizeBytes() {
        return KEY_BYTES * byCount.size();
    }

    public void clear() {
        byTag.clear();
        byCount.clear();
    }
}
