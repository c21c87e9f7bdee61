package dev.reeve.engine.queue;

import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Status;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.limit.Limit;
import org.jspecify.annotations.Nullable;

/**
 * A copy of a queue's name, job counts and default terms.
 *
 * @param scheduled jobs that wait for a due time, including those that wait for a retry
 * @param retryingFailed the part of {@code scheduled} that waits for a retry after a failure
 * @param retryingTimedOut the part of {@code scheduled} that waits for a retry after a lapse
 * @param waitingSinceMicros the due time of the job that has waited longest for a lease, by the clock that applies to it;
 *     {@link Long#MAX_VALUE} if none waits
 * @param paused whether leasing is suspended
 * @param defaults the default terms of new jobs, if set
 * @param priority the default priority of new jobs
 * @param deadLetter the queue for jobs that fail for good; null if they stay
 * @param limit how many jobs of the queue may run at a time, and how often they may start
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
        long waitingSinceMicros,
        boolean paused,
        @Nullable Terms defaults,
        long priority,
        @Nullable String deadLetter,
        int throttled,
        Limit limit) {
    public static QueueView of(JobQueue queue, long waitingSinceMicros) {
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
                waitingSinceMicros,
                queue.paused(),
                queue.defaults(),
                queue.priority(),
                queue.deadLetter(),
                queue.in(State.THROTTLED).size(),
                queue.limit());
    }

    /** The number of jobs in that state. */
    public int count(State state) {
        return switch (state) {
            case READY -> ready;
            case SCHEDULED -> scheduled - retryingFailed - retryingTimedOut;
            case RETRYING -> retryingFailed + retryingTimedOut;
            case DEPENDS -> depends;
            case LEASED -> leased;
            case COMPLETED -> completed;
            case FAILED -> failed;
            case TIMED_OUT -> timedOut;
            case CANCELLED -> cancelled;
            case THROTTLED -> throttled;
        };
    }

    /** The number of jobs with that status. */
    public int count(Status status) {
        return switch (status) {
            case QUEUED -> ready + throttled + scheduled - retryingFailed - retryingTimedOut + depends;
            case RUNNING -> leased;
            case COMPLETED -> completed;
            case FAILED -> failed + retryingFailed;
            case TIMED_OUT -> timedOut + retryingTimedOut;
            case CANCELLED -> cancelled;
        };
    }
}
