package dev.reeve.engine;

import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.QlessJobFields;
import dev.reeve.engine.queue.RankedSet;
import java.util.Comparator;
import java.util.List;

/** Who waits for a job: the other end of {@link QlessJobFields#dependencies}. */
public final class Dependents {
    private final NonIterableMap<JobId, RankedSet<Job>> byDependency = new NonIterableMap<>();

    /** The jobs that wait for that one, the oldest first. */
    public List<Job> of(JobId id) {
        RankedSet<Job> jobs = byDependency.get(id);
        return jobs == null ? List.of() : jobs.page(0, jobs.size());
    }

    void add(Job job, JobId dependency) {
        RankedSet<Job> jobs = byDependency.get(dependency);
        if (jobs == null) {
            jobs = new RankedSet<>(Comparator.<Job>comparingLong(Job::number));
            byDependency.put(dependency, jobs);
        }
        jobs.add(job);
    }

    void remove(Job job, JobId dependency) {
        RankedSet<Job> jobs = byDependency.get(dependency);
        if (jobs != null && jobs.remove(job) && jobs.isEmpty()) {
            byDependency.remove(dependency);
        }
    }

    void enter(Job job) {
        QlessJobFields qlessFields = job.qlessFields();
        if (qlessFields != null) {
            qlessFields.dependencies().forEach(dependency -> add(job, dependency));
        }
    }

    void leave(Job job) {
        QlessJobFields qlessFields = job.qlessFields();
        if (qlessFields != null) {
            qlessFields.dependencies().forEach(dependency -> remove(job, dependency));
        }
    }

    void clear() {
        byDependency.clear();
    }
}
