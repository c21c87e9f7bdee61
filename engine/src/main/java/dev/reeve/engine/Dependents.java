package dev.reeve.engine;

import dev.reeve.engine.collection.RankedMultimap;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.HeapBytes;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.OptionalJobFields;
import java.util.Comparator;
import java.util.List;

/** Index of the jobs by the jobs that they depend on: the inverse of {@link OptionalJobFields#dependencies}. */
public final class Dependents {
    private final RankedMultimap<JobId, Job> byDependency =
            new RankedMultimap<>(Comparator.<Job>comparingLong(Job::number));

    /** The jobs that depend on the given job, ordered by number. */
    public List<Job> of(JobId id) {
        RankedSet<Job> jobs = byDependency.get(id);
        return jobs == null ? List.of() : jobs.all();
    }

    /** The ids of the jobs that depend on the given job, ordered by number. */
    public List<JobId> idsOf(JobId id) {
        RankedSet<Job> jobs = byDependency.get(id);
        return jobs == null ? List.of() : jobs.all().stream().map(Job::id).toList();
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
    }
}
