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
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The part of the engine's state that only qless needs: its records (options, workers, tracked and recurring jobs,
 * statistics) and its indexes (listed queues, leased jobs by worker, jobs on callers' clocks,
 * completed jobs by time). It is inactive until the first record or the first job on a caller's clock. While it is
 * inactive there are no records, and the indexes are not maintained.
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
    private final RankedSet<JobQueue> listedQueues = new RankedSet<>(QlessQueue.BY_LISTING);
    private final RankedSet<JobQueue> pausedQueues = new RankedSet<>(JobQueue.BY_NAME);
    private final RankedSet<Job> completedJobs =
            new RankedSet<>((a, b) -> CallerClockIndex.byTime(a.endedAtMicros(), a.id(), b.endedAtMicros(), b.id()));
    private final QlessEvents events;
    private final QlessAdministration administration;
    private final QlessPlacements placements;
    private final QlessLeases leases;
    private final CallerClockDeadlines callerClockDeadlines;
    private @Nullable JobQueue countNextFailureIn;
    private boolean active;

    public QlessState(EngineState state) {
        this.state = state;
        this.events = new QlessEvents(state);
        this.administration = new QlessAdministration(state);
        this.placements = new QlessPlacements(state);
        this.leases = new QlessLeases(state);
        this.callerClockDeadlines = new CallerClockDeadlines(state);
    }

    public boolean active() {
        return active;
    }

    /** Indexes what came while this state was inactive: queues, and leased jobs. */
    public void activate() {
        if (!active) {
            active = true;
            state.queues().all().forEach(this::insertQueue);
            indexJobs(state.queues());
            indexJobs(state.deletedQueues());
        }
    }

    private void indexJobs(RankedSet<JobQueue> queues) {
        for (JobQueue queue : queues.all()) {
            queue.leased().all().forEach(workers::enter);
        }
    }

    /** Adds the job to the indexes. Called after every change of a job, and when it is inserted. */
    public void enter(Job job) {
        boolean polled = job.polled();
        if (!active && !polled) {
            return;
        }
        activate();
        workers.enter(job);
        if (polled) {
            enterPolled(job);
        }
    }

    private void enterPolled(Job job) {
        RankedSet<Job> index = QlessQueue.of(job.queue()).index().in(job.state());
        if (inHistory(job)) {
            completedJobs.add(job);
        }
        if (index != null) {
            index.add(job);
            state.effects().delayed(job.queue().name());
        }
    }

    /** Takes the job out of the indexes. Called before every change of a job. */
    public void leave(Job job) {
        if (active) {
            workers.leave(job);
            if (job.polled()) {
                leavePolled(job);
            }
        }
    }

    private void leavePolled(Job job) {
        RankedSet<Job> index = QlessQueue.of(job.queue()).index().in(job.state());
        if (index != null && !index.remove(job)) {
            throw new IllegalStateException("job " + job.number() + " is missing from the caller clock index");
        }
        if (inHistory(job)) {
            completedJobs.remove(job);
        }
    }

    /** Adds a queue to the lists of queues. */
    public void insertQueue(JobQueue queue) {
        if (active && queue.paused()) {
            pausedQueues.add(queue);
        }
        if (active && QlessQueue.listedAtMicros(queue) != QlessQueue.UNLISTED) {
            listedQueues.add(queue);
        }
    }

    /** A command of another protocol names the queue: an unlisted queue is listed again, as of time 0. */
    public void queueUsed(JobQueue queue) {
        if (active && QlessQueue.listedAtMicros(queue) == QlessQueue.UNLISTED) {
            list(queue, 0);
        }
    }

    /** The queue of that name. A new or unlisted queue is listed as of that time. */
    JobQueue queueOrNew(String name, long listedAtMicros) {
        JobQueue known = state.queue(name);
        JobQueue queue = known == null ? state.queueOrNew(name) : known;
        boolean unlisted = known == null || QlessQueue.listedAtMicros(queue) == QlessQueue.UNLISTED;
        if (unlisted) {
            list(queue, listedAtMicros);
        }
        return queue;
    }

    /** Lists the queue as of that time; {@link QlessQueue#UNLISTED} removes it from the list. */
    public void list(JobQueue queue, long listedAtMicros) {
        activate();
        listedQueues.remove(queue);
        QlessQueue.of(queue).list(listedAtMicros);
        insertQueue(queue);
    }

    /** The listed queues, ordered by the time as of which they are listed. */
    public RankedSet<JobQueue> listedQueues() {
        activate();
        return listedQueues;
    }

    /** A new queue that is not listed. */
    public JobQueue newUnlistedQueue(String name) {
        return queueOrNew(name, QlessQueue.UNLISTED);
    }

    /** A queue was paused or resumed. */
    public void pauseChanged(JobQueue queue) {
        if (active && queue.paused()) {
            pausedQueues.add(queue);
        } else if (active) {
            pausedQueues.remove(queue);
        }
    }

    /** The paused queues, ordered by name. */
    public RankedSet<JobQueue> pausedQueues() {
        activate();
        return pausedQueues;
    }

    /** Removes the records of a queue that is being deleted. */
    public void deleteQueue(JobQueue queue) {
        if (active) {
            listedQueues.remove(queue);
            pausedQueues.remove(queue);
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
        listedQueues.clear();
        pausedQueues.clear();
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
        return job.state() == State.COMPLETED && job.polled();
    }

    public QlessEvents events() {
        return events;
    }

    public QlessAdministration administration() {
        return administration;
    }

    public QlessPlacements placements() {
        return placements;
    }

    public QlessLeases leases() {
        return leases;
    }

    public CallerClockDeadlines callerClockDeadlines() {
        return callerClockDeadlines;
    }

    /** What a copy of the job tells of qless. */
    public QlessJobView view(Job job) {
        return QlessJobView.of(
                job.optionalFields(), tracks(job.id()), state.dependents().idsOf(job.id()));
    }

    /** Changes the fields of a job that only qless sets. */
    void change(Job job, UnaryOperator<QlessJobFields> change) {
        QlessJobFields changed = change.apply(QlessJobFields.of(job));
        if (!changed.equals(QlessJobFields.of(job))) {
            state.beginChange(job);
            OptionalJobFields.of(job).qless(changed);
            state.endChange(job);
        }
    }

    public boolean tracks(JobId id) {
        return active && tracked.get(id) != null;
    }

    /** The due time of the first scheduled job of the queue that a poll makes ready. */
    public long scheduledSinceMicros(JobQueue queue) {
        Job due = QlessQueue.index(queue).scheduled().first();
        return due == null ? Long.MAX_VALUE : due.dueAtMicros();
    }

    /** How long a lease on a job of the queue lasts, unless the job or the caller says otherwise. */
    public long heartbeatMicros(JobQueue queue) {
        return active ? options.heartbeatMicros(queue.name()) : Terms.DEFAULT_LEASE_MICROS;
    }

    /** The number of leases on jobs of the queue that have lapsed at that time on a caller's clock. */
    public int lapsedCount(JobQueue queue, long nowMicros) {
        return QlessQueue.index(queue).lapsed(nowMicros);
    }

    /** The number of scheduled jobs of the queue that are due at that time on a caller's clock. */
    public int dueCount(JobQueue queue, long nowMicros) {
        return QlessQueue.index(queue).due(nowMicros);
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
        QlessJobFields before = fields.qless();
        fields.qless(before.withLease(before.warned(), false).withStalled(false));
    }

    /** The lease of a job with these fields is being released: its worker's warning is void. */
    public void released(OptionalJobFields fields) {
        fields.qless(fields.qless().withLease(false, fields.qless().disowned()));
    }

    /** A job with these fields gets a later due time: it no longer goes first. */
    public void delayed(OptionalJobFields fields) {
        fields.qless(fields.qless().withStalled(false));
    }

    /** Publishes a failure that a worker reported. */
    public void failed(CallerClock clock, Job job, Failure failure) {
        events.failed(job, failure);
        events.tracked(clock, TrackedEventType.FAILED, job.id());
    }

    /** A job with these fields is ending in that state: a failure is counted. */
    public void ended(CallerClock clock, Job job, OptionalJobFields fields, State end) {
        QlessJobFields before = fields.qless();
        fields.qless(before.withLease(false, before.disowned()).withStalled(false));
        if (end == State.FAILED) {
            JobQueue queue = countNextFailureIn == null ? job.queue() : countNextFailureIn;
            countFailed(fields, queue, clock.nowMicros(), 1, 1);
        }
        countNextFailureIn = null;
    }

    /** Sets the queue in whose statistics the failure that is about to end a job is counted, instead of the job's queue. */
    void countNextFailureIn(JobQueue queue) {
        countNextFailureIn = queue;
    }

    /** Counts the run of a job that is about to be completed, and publishes the completion. */
    public void completed(CallerClock clock, Job job) {
        countRun(clock, job);
        events.tracked(clock, TrackedEventType.COMPLETED, job.id());
        if (QlessJobFields.of(job).counted()) {
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

    /** The job is completed. If it is kept in the history, older jobs may have to go. */
    public void pruneHistory(CallerClock clock, Job job) {
        if (job.polled()) {
            administration.pruneHistory(clock);
        }
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
