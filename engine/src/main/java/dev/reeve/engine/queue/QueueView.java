package dev.reeve.engine.queue;

import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Status;
import dev.reeve.engine.job.Terms;
import org.jspecify.annotations.Nullable;

/**
 * A copy of a queue's name, job counts and default terms.
 *
 * @param scheduled jobs that wait for a due time, including those that wait for a retry
 * @param retryingFailed the part of {@code scheduled} that waits for a retry after a failure
 * @param retryingTimedOut the part of {@code scheduled} that waits for a retry after a lapse
 * @param defaults the default terms of new jobs, if set
 */
public record QueueView(
        String name,
        int ready,
        int scheduled,
        int retryingFailed,
        int retryingTimedOut,
        int depends,
        int leased,
        int completed,
        int failed,
        int timedOut,
        int cancelled,
        @Nullable Terms defaults) {
    public static QueueView of(JobQueue queue) {
        return new QueueView(
                queue.name(),
                queue.ready().size(),
                queue.scheduled().size(),
                queue.retryingFailed(),
                queue.scheduled().size() - queue.onlyScheduled() - queue.retryingFailed(),
                queue.in(State.DEPENDS).size(),
                queue.leased().size(),
                queue.in(State.COMPLETED).size(),
                queue.in(State.FAILED).size(),
                queue.in(State.TIMED_OUT).size(),
                queue.in(State.CANCELLED).size(),
                queue.defaults());
    }

    /** The number of jobs with that status. */
    public int count(Status status) {
        return switch (status) {
            case QUEUED -> ready + scheduled - retryingFailed - retryingTimedOut + depends;
            case RUNNING -> leased;
            case COMPLETED -> completed;
            case FAILED -> failed + retryingFailed;
            case TIMED_OUT -> timedOut + retryingTimedOut;
            case CANCELLED -> cancelled;
        };
    }
}
