package dev.reeve.engine;

import dev.reeve.engine.collection.NonIterableMap;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.OptionalJobFields;
import java.util.Comparator;
import java.util.List;

/** Index of the jobs by the jobs that they depend on: the inverse of {@link OptionalJobFields#dependencies}. */
public final class Dependents {
    private final NonIterableMap<JobId, RankedSet<Job>> byDependency = new NonIterableMap<>();

    /** The jobs that depend on the given job, ordered by number. */
    public List<Job> of(JobId id) {
        RankedSet<Job> jobs = byDependency.get(id);
        return jobs == null ? List.of() : jobs.page(0, jobs.size());
    }

    /** The ids of the jobs that depend on the given job, ordered by number. */
    public List<JobId> idsOf(JobId id) {
        RankedSet<Job> jobs = byDependency.size() == 0 ? null : byDependency.get(id);
        return jobs == null
                ? List.of()
                : jobs.page(0, jobs.size()).stream().map(Job::id).toList();
    }

    public void add(Job job, JobId dependency) {
        RankedSet<Job> jobs = byDependency.get(dependency);
        if (jobs == null) {
            jobs = new RankedSet<>(Comparator.<Job>comparingLong(Job::number));
            byDependency.put(dependency, jobs);
        }
        jobs.add(job);
    }

    public void remove(Job job, JobId dependency) {
        RankedSet<Job> jobs = byDependency.get(dependency);
        if (jobs != null && jobs.remove(job) && jobs.isEmpty()) {
            byDependency.remove(dependency);
        }
    }

    public void enter(Job job) {
        OptionalJobFields optionalFields = job.optionalFields();
        if (optionalFields != null) {
            optionalFields.dependencies().forEach(dependency -> add(job, dependency));
        }
    }

    public void leave(Job job) {
        OptionalJobFields optionalFields = job.optionalFields();
        if (optionalFields != null) {
            optionalFields.dependencies().forEach(dependency -> remove(job, dependency));
        }
    }

    public void clear() {
        byDependency.clear();
    }
}
