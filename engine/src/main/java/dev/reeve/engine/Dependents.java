package dev.reeve.engine;

import dev.reeve.engine.collection.RankedMultimap;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.HeapBytes;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.OptionalJobFields;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Index of the jobs by the jobs that they depend on: the inverse of {@link OptionalJobFields#dependencies}.
 *
 * <p>A job that ends frees a bounded number of dependents; the entries that follow free the others. Until then it is in
 * the list of unfreed ids. The list is not part of a snapshot: it follows from the jobs that depend on a job that is
 * finished or gone.
 */
public final class Dependents {
    /** How many dependents the view of a job lists. */
    public static final int MOST_IN_VIEW = 256;

    private final RankedMultimap<JobId, Job> byDependency =
            new RankedMultimap<>(Comparator.<Job>comparingLong(Job::number));
    private final RankedSet<JobId> unfreed = new RankedSet<>(JobId.ORDER);

    public boolean any(JobId id) {
        return byDependency.get(id) != null;
    }

    public int count(JobId id) {
        RankedSet<Job> jobs = byDependency.get(id);
        return jobs == null ? 0 : jobs.size();
    }

    /** The first job that depends on the given job, by number; null if there is none. */
    public @Nullable Job firstOf(JobId id) {
        RankedSet<Job> jobs = byDependency.get(id);
        return jobs == null ? null : jobs.first();
    }

    /** The jobs that depend on the given job and have a larger number, ordered by number. */
    public List<Job> after(JobId id, long number, int limit) {
        RankedSet<Job> jobs = byDependency.get(id);
        return jobs == null ? List.of() : jobs.page(jobs.rankOf(job -> job.number() <= number ? -1 : 0), limit);
    }

    /** The ids of the first jobs that depend on the given job, ordered by number. */
    public List<JobId> idsOf(JobId id) {
        RankedSet<Job> jobs = byDependency.get(id);
        return jobs == null
                ? List.of()
                : jobs.page(0, MOST_IN_VIEW).stream().map(Job::id).toList();
    }

    /** The dependents of the job, which is finished or gone, are freed by later entries. */
    public void freeLater(JobId id) {
        unfreed.add(id);
    }

    /** A job whose dependents have to be freed; null if there is none. */
    public @Nullable JobId nextUnfreed() {
        return unfreed.first();
    }

    /** The dependents of the job have been freed, or wait for it again. */
    public void freed(JobId id) {
        unfreed.remove(id);
    }

    public void remove(Job job, JobId dependency) {
        byDependency.remove(dependency, job);
    }

    public void enter(Job job) {
        OptionalJobFields fields = job.optionalFields();
        if (fields != null) {
            fields.dependencies().forEach(dependency -> byDependency.add(dependency, job));
        }
    }

    public void leave(Job job) {
        OptionalJobFields fields = job.optionalFields();
        if (fields != null) {
            fields.dependencies().forEach(dependency -> byDependency.remove(dependency, job));
        }
    }

    /** The estimated memory of the keys; the places of the jobs are counted with the jobs. */
    public long sizeBytes() {
        return HeapBytes.MULTIMAP_KEY * byDependency.keyCount();
    }

    public void clear() {
        byDependency.clear();
        unfreed.clear();
    }
}
