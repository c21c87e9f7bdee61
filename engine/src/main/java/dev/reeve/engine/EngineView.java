package dev.reeve.engine;

import dev.reeve.engine.batch.BatchPage;
import dev.reeve.engine.batch.BatchView;
import dev.reeve.engine.job.Dependency;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Status;
import dev.reeve.engine.limit.KeySearch;
import dev.reeve.engine.limit.Limit;
import dev.reeve.engine.limit.LimitCounts;
import dev.reeve.engine.limit.LimitKeyView;
import dev.reeve.engine.limit.LimitTable;
import dev.reeve.engine.qless.QlessQueries;
import dev.reeve.engine.queue.QueueView;
import dev.reeve.engine.schedule.ScheduleQueries;
import dev.reeve.engine.search.FailurePage;
import dev.reeve.engine.search.FailureSearch;
import dev.reeve.engine.search.JobPage;
import dev.reeve.engine.search.JobSearch;
import dev.reeve.engine.webhook.WebhookQueries;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Read access to the engine. Returned values are immutable copies. */
public interface EngineView {
    /** Stands for a time that has come already. */
    long NOW = Long.MIN_VALUE;

    int version();

    /** The time of the last entry. */
    long atMicros();

    /** The next time at which an entry has to be applied because a deadline is due. */
    long nextDeadlineMicros();

    /**
     * As {@link #nextDeadlineMicros}, as far as a reader has to see what is due. Of the many dependents of a job that has ended, those that
     * the entry could not free follow with later entries; a reader may come before them.
     */
    long nextVisibleDeadlineMicros();

    /** The token of the last lease. */
    long lastToken();

    long liveBytes();

    /** What the live data takes of the heap: without the payloads that are on disk only. */
    long heapBytes();

    /** What a snapshot that is being written holds of data that is no longer live. */
    long heldBySnapshotBytes();

    /** The most that the command adds to the live data in this state. */
    long growthBytes(Command<?> command);

    /** The limit of live data that the engine knows. */
    long memoryLimitBytes();

    int jobCount();

    /** The number of jobs in that state, of all queues. */
    int jobCount(State state);

    /** The counters since the data was created. */
    Totals totals();

    /** The number of jobs whose TTL passed before they ended. */
    default long evictedJobs() {
        return totals().get(Totals.Count.EVICTED);
    }

    /** The numbers of the jobs with the tag, ascending. */
    long[] tagged(String tag);

    int taggedCount(String tag);

    /**
     * Scans at most {@code limit} jobs by number, after the given number, and visits those with the tag.
     *
     * @return the number of the last job scanned; {@link Long#MAX_VALUE} if there are no more
     */
    long scanTagged(String tag, long afterNumber, int limit, LongConsumer visitor);

    /** The numbers of the queue's jobs with that status, ascending; none if there is no such queue. */
    long[] jobs(String queue, Status status);

    /**
     * Scans at most {@code limit} jobs of all queues by number, after the given number, and visits those of one queue.
     *
     * @return the number of the last job scanned; {@link Long#MAX_VALUE} if there are no more, or no such queue
     */
    long scanJobs(String queue, long afterNumber, int limit, JobStatusVisitor visitor);

    /** Receives the jobs of a scan. */
    interface JobStatusVisitor {
        void job(long number, Status status);
    }

    /**
     * Evaluates the next part of a list of jobs. Returns the page if it is complete, else null.
     *
     * @param rule what the reader may see
     */
    @Nullable
    JobPage search(JobSearch search, ReadRule rule);

    /** As {@link #search(JobSearch, ReadRule)}, for a reader that may see what this view shows. */
    default @Nullable JobPage search(JobSearch search) {
        return search(search, ReadRule.ALL);
    }

    boolean hasReady(String queue);

    /**
     * The number of jobs that can be leased, including those that a poll at the time of the last entry would make
     * ready.
     */
    int readyCount(String queue);

    /** The number of jobs that a poll leases for certain: the others depend on what the poll meets. */
    int guaranteedReadyCount(String queue);

    /**
     * The next time at which a poll of the queue may find jobs that are not ready now and have no deadline in the
     * engine. Waiters of the queue should poll again at that time.
     */
    long nextPollMicros(String queue);

    /**
     * The time at which a poll of the queue may find a job: {@link #NOW} if one is ready, or {@link
     * #nextPollMicros}.
     *
     * @param pendingAcquires the polls of the queue that have been decided on and not been applied yet. They take ready
     * jobs, and not every job that a poll may find is one for certain ({@link #guaranteedReadyCount}).
     */
    long readyAtMicros(String queue, int pendingAcquires);

    /**
     * Evaluates the next part of a list of failure groups. Returns the page if it is complete, else null.
     *
     * @param rule what the reader may see
     */
    @Nullable
    FailurePage failureGroups(FailureSearch search, ReadRule rule);

    /** As {@link #failureGroups(FailureSearch, ReadRule)}, for a reader that may see what this view shows. */
    default @Nullable FailurePage failureGroups(FailureSearch search) {
        return failureGroups(search, ReadRule.ALL);
    }

    @Nullable
    JobView job(JobRef ref);

    /** The number of jobs that the worker of that name holds. */
    int heldBy(String worker);

    /** What is known of the jobs that the job was added to depend on, with results up to a limit; none if there is no such job. */
    List<Dependency> dependencies(JobRef ref);

    /** The first jobs that wait for the job, ordered by number; none if there is no such job. */
    List<JobId> dependents(JobRef ref);

    @Nullable
    BatchView batch(String id);

    /** Looks at the batches whose ids follow the given id, ordered by id: at most so many. */
    BatchPage batchesAfter(String id, int limit);

    /** The name of the job's queue; null if there is no such job. */
    @Nullable
    String queueOf(JobRef ref);

    /** The job's state; null if there is no such job. */
    @Nullable
    State stateOf(JobRef ref);

    /** The name of the recurring job's queue; null if there is no such recurring job. */
    @Nullable
    String queueOfRecurring(JobId id);

    /** The queries of qless. */
    QlessQueries qless();

    ScheduleQueries schedules();

    /** The webhooks. Who may read them is decided before a query is asked: they belong to no queue. */
    WebhookQueries webhooks();

    @Nullable
    QueueView queue(String name);

    /** All queues, ordered by name. */
    List<QueueView> queues(long offset, int limit);

    /** The queues whose names follow the given name, ordered by name. */
    List<QueueView> queuesAfter(String name, int limit);

    /**
     * The due time of the job of the queue that has waited longest, by the clock that applies to it; {@link
     * Long#MAX_VALUE} if none waits.
     */
    long waitingSinceMicros(String queue);

    /** The limits whose patterns follow the given text, ordered by pattern. */
    List<LimitTable.Row> limits(String after, int limit);

    /** The limit of the pattern; null if there is none. */
    @Nullable
    Limit limit(String pattern);

    LimitCounts limitCounts();

    /** Evaluates the next part of a list of keys, which span queues. Returns the list if it is complete, else null. */
    @Nullable
    List<LimitKeyView> busiestKeys(KeySearch search);

    /** The ready jobs in the order of leasing, and after them the throttled ones; none if there is no such queue. */
    List<JobView> ready(String queue, long offset, int limit);

    /** The jobs that wait for a due time, ordered by it; none if there is no such queue. */
    List<JobView> scheduled(String queue, long offset, int limit);
}
