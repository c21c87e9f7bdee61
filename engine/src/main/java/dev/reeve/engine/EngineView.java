package dev.reeve.engine;

import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.Status;
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

    boolean hasReady(String queue);

    int readyCount(String queue);

    @Nullable
    JobView job(JobRef ref);

    @Nullable
    QueueView queue(String name);

    /** Queues that ever held a job, by name. */
    List<QueueView> queues(long offset, int limit);

    /** Jobs that can be leased, in that order; none if there is no such queue. */
    List<JobView> ready(String queue, long offset, int limit);

    /** Jobs that wait for a time, the next one first; none if there is no such queue. */
    List<JobView> scheduled(String queue, long offset, int limit);
}
