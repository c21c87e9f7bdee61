package dev.reeve.engine;

import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.Ledger;
import dev.reeve.engine.queue.RankedSet;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which jobs have a tag, by the time it was added, and which tags are on most jobs. */
public final class Tags {
    /** A tag and the jobs that have it. */
    record Use(String tag, int count, RankedSet<Job> jobs) {}

    private static final Comparator<Use> MOST_USED =
            Comparator.comparingInt(Use::count).thenComparing(Use::tag).reversed();

    private final Lookup<String, Use> byTag = new Lookup<>();
    private final RankedSet<Use> byCount = new RankedSet<>(MOST_USED);

    /** The jobs that have the tag, the first tagged first. */
    public @Nullable RankedSet<Job> jobs(String tag) {
        Use use = byTag.get(tag);
        return use == null ? null : use.jobs();
    }

    /** All tags, the most used first. */
    RankedSet<Use> uses() {
        return byCount;
    }

    @Nullable
    Use use(String tag) {
        return byTag.get(tag);
    }

    /** Tags on at least so many jobs, the most used first. */
    public List<String> top(int atLeast, long offset, int limit) {
        int count = byCount.rankOf(use -> use.count() >= atLeast ? -1 : 0);
        int wanted = (int) Math.max(0, Math.min(limit, count - offset));
        return byCount.page(offset, wanted).stream().map(Use::tag).toList();
    }

    void enter(Job job) {
        job.extras().tags().forEach(tag -> change(tag, job, true));
    }

    void leave(Job job) {
        job.extras().tags().forEach(tag -> change(tag, job, false));
    }

    private void change(String tag, Job job, boolean add) {
        Use use = byTag.get(tag);
        RankedSet<Job> jobs = use == null ? new RankedSet<>(byTimeOf(tag)) : use.jobs();
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

    private static Comparator<Job> byTimeOf(String tag) {
        return Comparator.<Job>comparingLong(job -> addedMicros(job, tag)).thenComparing(Job::id, JobId.ORDER);
    }

    /** When the job got the tag. */
    public static long addedMicros(Job job, String tag) {
        Ledger ledger = job.ledger();
        List<Long> times = ledger == null ? List.of() : ledger.tagTimesMicros();
        int place = job.extras().tags().indexOf(tag);
        return place >= 0 && place < times.size() ? times.get(place) : job.createdAtMicros();
    }

    void clear() {
        byTag.clear();
        byCount.clear();
    }
}
