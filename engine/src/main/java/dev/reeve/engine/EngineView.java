package dev.reeve.engine;

import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.Status;
import dev.reeve.engine.qless.QlessQueries;
import dev.reeve.engine.queue.QueueView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What can be asked of the engine. Nothing here changes it, and what is returned does not change later. */
public interface EngineView {
    int version();

    /** The time of the last entry. */
    long atMicros();

    /** When the clock has something to do next. */
    long nextDeadlineMicros();

    long liveBytes();

    int jobCount();

    /** What happened since the data was created. */
    Totals totals();

    /** How many jobs ran out of time to live before they ended. */
    default long evictedJobs() {
        return totals().get(Totals.Count.EVICTED);
    }

    /** The numbers of the jobs that have the tag, ascending. */
    long[] tagged(String tag);

    /** The numbers of the queue's jobs with that status, ascending; none if there is no such queue. */
    long[] jobs(String queue, Status status);

    /**
     * Looks through the next jobs of all queues by number, from the first one after that number on, and shows those of
     * one queue.
     *
     * @return the number of the last one that was looked at; the largest number if there are no more, or no such queue
     */
    long scanJobs(String queue, long afterNumber, int limit, JobStatusVisitor visitor);

    /** Is shown jobs. */
    interface JobStatusVisitor {
        void job(long number, Status status);
    }

    boolean hasReady(String queue);

    /** How many jobs could be leased; what a look would bring about at the time of the last entry is counted in. */
    int readyCount(String queue);

    /** How many jobs could be leased even if each lease that has lapsed, or recurring job that is due, came to nothing. */
    int guaranteedReadyCount(String queue);

    /**
     * When a look at the queue may next find something that is not ready now, which no deadline tells of. Whoever waits
     * for a job of the queue should try again then.
     */
    long nextCallerClockDueMicros(String queue);

    @Nullable
    JobView job(JobRef ref);

    /** What can be asked with a caller's clock. */
    QlessQueries directory();

    @Nullable
    QueueView queue(String name);

    /** Queues that ever held a job, by name. */
    List<QueueView> queues(long offset, int limit);

    /** The next queues by name, from the first one after that name on. */
    List<QueueView> queuesAfter(String name, int limit);

    /**
     * Since when the job of the queue has been due that has waited longest, by the clock it goes by; the largest number
     * if none waits.
     */
    long waitingSinceMicros(String queue);

    /** Jobs that can be leased, in that order; none if there is no such queue. */
    List<JobView> ready(String queue, long offset, int limit);

    /** Jobs that wait for a time, the next one first; none if there is no such queue. */
    List<JobView> scheduled(String queue, long offset, int limit);
}
