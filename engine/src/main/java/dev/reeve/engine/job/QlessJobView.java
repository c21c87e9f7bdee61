package dev.reeve.engine.job;

import java.util.List;

/**
 * A job with what other parts of the engine know about it.
 *
 * @param dependents the jobs that wait for it
 */
public record QlessJobView(JobView job, boolean tracked, List<JobId> dependents) {
    public QlessJobView {
        dependents = List.copyOf(dependents);
    }
}
