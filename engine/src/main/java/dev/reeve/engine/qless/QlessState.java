package dev.reeve.engine.qless;

import dev.reeve.engine.EngineState;
import dev.reeve.engine.FailureGroups;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.Failure;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobHistory;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.queue.JobQueue;

/**
 * The part of the engine's state that only qless needs: its records (options, workers, tracked and recurring jobs,
 * statistics) and its indexes (leased jobs by worker, completed jobs by time). It is inactive until the first record or
 * the first job on a caller's clock. While it is inactive there are no records, and the indexes are not maintained.
 *
 * <p>Invariant: no outcome and no snapshot depends on whether this state is active. The accessors of records and
 * indexes activate it, so code that also runs for other protocols checks {@link #active} first.
 */
public final class QlessState {
    private final EngineState state;
    private final QlessOptions options = new QlessOptions();
    private final Workers workers = new Workers();
    private final TimedKeys<JobId> tracked = new TimedKeys<>(JobId.ORDER, QlessState::trackedBytes);
    private final RecurringJobs recurring = new RecurringJobs();
    private final DailyStatistics statistics = new DailyStatistics();
    private final RankedSet<Job> completedJobs =
            new RankedSet<>((a, b) -> CallerClockIndex.byTime(a.endedAtMicros(), a.id(), b.endedAtMicros(), b.id()));
    private final QlessEvents events;
    private final QlessAdministration administration;
    private final CallerClockDeadlines callerClockDeadlines;
    private boolean active;

    public QlessState(EngineState state) {
        this.state = state;
        this.events = new QlessEvents(state);
        this.administration = new QlessAdministration(state);
        this.callerClockDeadlines = new CallerClockDeadlines(state);
    }

    public boolean active() {
        return active;
    }

    /** Indexes the jobs that were leased while this state was inactive. Completed jobs in the history activate it. */
    public void activate() {
        if (!active) {
            active = true;
            indexLeased(state.queues());
            indexLeased(state.deletedQueues());
        }
    }

    private void indexLeased(RankedSet<JobQueue> queues) {
        for (JobQueue queue : queues.all()) {
            queue.leased().all().forEach(workers::enter);
        }
    }

    /** Adds the job to the indexes. Called after every change of a job, and when it is inserted. */
    public void enter(Job job) {
        if (!active && !job.onCallerClock() && !inHistory(job)) {
            return;
        }
        activate();
        if (inHistory(job)) {
            completedJobs.add(job);
        }
        workers.enter(job);
        if (job.onCallerClock() && job.state().hasTimer()) {
            state.effects().delayed(job.queue().name());
        }
    }

    /** Takes the job out of the indexes. Called before every change of a job. */
    public void leave(Job job) {
        if (active) {
            if (inHistory(job)) {
                completedJobs.remove(job);
            }
            workers.leave(job);
        }
    }

    /** Removes the records of a queue that is being deleted. */
    public void deleteQueue(JobQueue queue) {
        if (active) {
            recurring.removeAll(queue.name());
            statistics.removeAll(queue);
        }
    }

    public void clear() {
        active = false;
        options.clear();
        workers.clear();
        tracked.clear();
        recurring.clear();
        statistics.clear();
        completedJobs.clear();
    }

    /** The estimated memory of a tracked id. */
    public static long trackedBytes(JobId id) {
        return TimedKeys.OVERHEAD_BYTES + id.sizeBytes();
    }

    /** The estimated memory of the records. */
    public long sizeBytes() {
        return active
                ? options.sizeBytes()
                        + workers.seen().sizeBytes()
                        + tracked.sizeBytes()
                        + recurring.sizeBytes()
                        + statistics.sizeBytes()
                : 0;
    }

    public QlessOptions options() {
        activate();
        return options;
    }

    public Workers workers() {
        activate();
        return workers;
    }

    /** The ids of the jobs whose events are published, since when. An id stays when its job is removed. */
    public TimedKeys<JobId> tracked() {
        activate();
        return tracked;
    }

    public RecurringJobs recurring() {
        activate();
        return recurring;
    }

    public DailyStatistics statistics() {
        activate();
        return statistics;
    }

    /** The completed jobs that are kept in the history, ordered by the time of completion. */
    public RankedSet<Job> completedJobs() {
        activate();
        return completedJobs;
    }

    /** Whether the job is completed and kept in the history. */
    public static boolean inHistory(Job job) {
        return job.state() == State.COMPLETED && job.terms().keepMicros() == Terms.HISTORY;
    }

    public QlessEvents events() {
        return events;
    }

    public QlessAdministration administration() {
        return administration;
    }

    public CallerClockDeadlines callerClockDeadlines() {
        return callerClockDeadlines;
    }

    public boolean tracks(JobId id) {
        return active && tracked.get(id) != null;
    }

    /** How long a lease on a job of the queue lasts, unless the job or the caller says otherwise. */
    public long heartbeatMicros(JobQueue queue) {
        return active ? options.heartbeatMicros(queue.name()) : Terms.DEFAULT_LEASE_MICROS;
    }

    /** The number of leases on jobs of the queue that have lapsed at that time on a caller's clock. */
    public int lapsedCount(JobQueue queue, long nowMicros) {
        return queue.callerClockIndex().lapsed(nowMicros);
    }

    /** The number of scheduled jobs of the queue that are due at that time on a caller's clock. */
    public int dueCount(JobQueue queue, long nowMicros) {
        return queue.callerClockIndex().due(nowMicros);
    }

    /** How many events the history of a job keeps. */
    public int maxHistoryEvents() {
        return active ? options.maxHistoryEvents() : JobHistory.DEFAULT_MAX_EVENTS;
    }

    /** Whether the number of jobs that can be leased from the queue at a time is limited. */
    public boolean limitsConcurrency(JobQueue queue) {
        return active && options.maxConcurrency(queue.name()) > 0;
    }

    /**
     * The statistics of the queue on the day of that time, for update. Those of a deleted queue are not kept, nor those of
     * one more day when memory is full.
     */
    public DayStats stats(JobQueue queue, long micros) {
        if (queue.deleted()) {
            return unkept(queue);
        }
        activate();
        if (!state.hasMemoryFor(DailyStatistics.BYTES_PER_DAY)
                && statistics.get(queue, CallerClock.day(micros)) == null) {
            return unkept(queue);
        }
        return statistics.forUpdate(queue, CallerClock.day(micros), state.snapshotNumber(), options.statsDays());
    }

    private static DayStats unkept(JobQueue queue) {
        return new DayStats(queue.number(), 0, new DurationStatistics(), new DurationStatistics());
    }

    /** Counts the wait of a job that is being leased. */
    public void leased(CallerClock clock, Job job, OptionalJobFields fields) {
        if (fields.qless().counted()) {
            double waited = clock.secondsSince(fields.sinceMicros());
            stats(job.queue(), clock.nowMicros()).waits().add(waited);
        }
        fields.qless(fields.qless().withDisowned(false));
    }

    /** Counts the run of a job that is about to be completed, and publishes the completion. */
    public void completed(CallerClock clock, Job job) {
        countRun(clock, job);
        events.tracked(clock, TrackedEventType.COMPLETED, job.id());
        if (counted(job)) {
            events.completed(job.id(), job.queue().name());
        }
    }

    /** Counts the run of a leased job that is about to be completed. */
    public void countRun(CallerClock clock, Job job) {
        OptionalJobFields fields = job.optionalFields();
        if (fields != null && fields.qless().counted() && job.state() == State.LEASED) {
            stats(job.queue(), clock.nowMicros()).runs().add(clock.secondsSince(fields.sinceMicros()));
        }
    }

    /** Removes completed jobs from the history that exceed its maximum age or count. */
    public void pruneHistory(CallerClock clock) {
        administration.pruneHistory(clock);
    }

    private static boolean counted(Job job) {
        OptionalJobFields fields = job.optionalFields();
        return fields != null && fields.qless().counted();
    }

    /** Adds to the failure counts of the queue on the day of that time, if the job with these fields is counted. */
    public void countFailed(OptionalJobFields fields, JobQueue queue, long micros, int failures, int failed) {
        if (fields.qless().counted()) {
            DayStats stats = stats(queue, micros);
            stats.counts(stats.failures() + failures, stats.failed() + failed, stats.retries());
        }
    }

    /** The job is about to be put again, cancelled or removed: if it has failed, one failed job less is counted. */
    public void failureResolved(Job job) {
        OptionalJobFields fields = job.optionalFields();
        Failure failure = FailureGroups.failure(job);
        if (fields != null && failure != null) {
            countFailed(fields, job.queue(), failure.whenMicros(), 0, -1);
        }
    }
}
