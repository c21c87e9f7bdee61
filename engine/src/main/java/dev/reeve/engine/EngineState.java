package dev.reeve.engine;

import dev.reeve.engine.collection.DeadlineHeap;
import dev.reeve.engine.collection.NonIterableMap;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.format.StateWriter;
import dev.reeve.engine.job.EndReason;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.lifecycle.EndTransitions;
import dev.reeve.engine.lifecycle.JobEdits;
import dev.reeve.engine.lifecycle.LeaseTransitions;
import dev.reeve.engine.lifecycle.PlacementTransitions;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.CallerClockDeadlines;
import dev.reeve.engine.qless.CompletedHistory;
import dev.reeve.engine.qless.DailyStatistics;
import dev.reeve.engine.qless.DayStats;
import dev.reeve.engine.qless.DurationStatistics;
import dev.reeve.engine.qless.QlessAdministration;
import dev.reeve.engine.qless.QlessEvents;
import dev.reeve.engine.qless.QlessOptions;
import dev.reeve.engine.qless.RecurringJobs;
import dev.reeve.engine.qless.TrackedJobs;
import dev.reeve.engine.qless.Workers;
import dev.reeve.engine.queue.JobQueue;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * All state, and its indexes. Commands change jobs through the lifecycle package; the lifecycle and the snapshot reader are
 * the only callers of the changing methods here.
 *
 * <p>What always holds: a job is in {@code byId}, in {@code byNumber} and in the index of its queue that its state names;
 * its next moment is in {@code deadlines}; {@code liveBytes} is the sum over all jobs and queues.
 */
public final class EngineState {
    private static final Comparator<Job> BY_NUMBER = (a, b) -> Long.compare(a.number(), b.number());
    private static final Comparator<JobQueue> BY_LISTING = Comparator.<JobQueue>comparingLong(JobQueue::knownAtMicros)
            .thenComparing(JobQueue::name)
            .thenComparingLong(JobQueue::number);
    private static final int SHARED_TERMS = 256;

    private final NonIterableMap<JobId, Job> byId = new NonIterableMap<>();
    private final RankedSet<Job> byNumber = new RankedSet<>(BY_NUMBER);
    private final RankedSet<Job> foreground = new RankedSet<>(BY_NUMBER);
    private final NonIterableMap<String, JobQueue> queuesByName = new NonIterableMap<>();
    private final NonIterableMap<Long, JobQueue> queuesByNumber = new NonIterableMap<>();
    private final RankedSet<JobQueue> queues = new RankedSet<>(JobQueue.BY_NAME);
    private final RankedSet<JobQueue> deletedQueues = new RankedSet<>(JobQueue.BY_NUMBER);
    private final RankedSet<JobQueue> doomedQueues = new RankedSet<>(JobQueue.BY_NUMBER);
    private final RankedSet<JobQueue> listedQueues = new RankedSet<>(BY_LISTING);
    private final TagIndex tags = new TagIndex();
    private final FailureGroups failures = new FailureGroups();
    private final CompletedHistory completedHistory = new CompletedHistory();
    private final Dependents dependents = new Dependents();
    private final Workers workers = new Workers();
    private final TrackedJobs tracked = new TrackedJobs();
    private final RecurringJobs recurring = new RecurringJobs();
    private final DailyStatistics statistics = new DailyStatistics();
    private final QlessOptions config = new QlessOptions();
    private final QlessEvents events = new QlessEvents(this);
    private final Totals totals = new Totals();
    private final DeadlineHeap deadlines = new DeadlineHeap();
    private final PlacementTransitions placements = new PlacementTransitions(this);
    private final LeaseTransitions leases = new LeaseTransitions(this);
    private final EndTransitions ends = new EndTransitions(this);
    private final QlessAdministration qlessAdministration = new QlessAdministration(this);
    private final JobEdits edits = new JobEdits(this);
    private final CallerClockDeadlines callerClockDeadlines = new CallerClockDeadlines(this);
    private final @Nullable Terms[] sharedTerms = new Terms[SHARED_TERMS];

    private int version;
    private long lastNumber;
    private long lastToken;
    private long lastQueueNumber;
    private long liveBytes;
    private long atMicros;
    private long seed;
    private Effects effects = Effects.NONE;
    private @Nullable JobQueue leasedFrom;
    private @Nullable StateWriter snapshot;
    private int lastSnapshot;

    public void begin(long entryAtMicros, long entrySeed, Effects listener) {
        if (entryAtMicros < atMicros) {
            throw new IllegalStateException("the entry's time " + entryAtMicros + " is before " + atMicros);
        }
        atMicros = entryAtMicros;
        seed = entrySeed;
        effects = listener;
    }

    public PlacementTransitions placements() {
        return placements;
    }

    public LeaseTransitions leases() {
        return leases;
    }

    public EndTransitions ends() {
        return ends;
    }

    public QlessAdministration qlessAdministration() {
        return qlessAdministration;
    }

    public JobEdits edits() {
        return edits;
    }

    /** What a look at a queue brings about. */
    public CallerClockDeadlines callerClockDeadlines() {
        return callerClockDeadlines;
    }

    public TagIndex tags() {
        return tags;
    }

    public FailureGroups failures() {
        return failures;
    }

    public CompletedHistory completedHistory() {
        return completedHistory;
    }

    public Dependents dependents() {
        return dependents;
    }

    public Workers workers() {
        return workers;
    }

    public TrackedJobs tracked() {
        return tracked;
    }

    public RecurringJobs recurring() {
        return recurring;
    }

    public DailyStatistics statistics() {
        return statistics;
    }

    public QlessOptions config() {
        return config;
    }

    public QlessEvents events() {
        return events;
    }

    /** The statistics of the queue on the day of that moment, to be added to; those of a deleted queue are not kept. */
    public DayStats statsOf(JobQueue queue, long micros) {
        if (queue.deleted()) {
            return new DayStats(queue.number(), 0, new DurationStatistics(), new DurationStatistics());
        }
        return statistics.forUpdate(
                queue, CallerClock.day(micros), snapshot == null ? 0 : lastSnapshot, config.statsDays());
    }

    /** The time of the entry that is being applied, or of the last one. */
    public long atMicros() {
        return atMicros;
    }

    public SplittableRandom random() {
        return new SplittableRandom(seed);
    }

    public Effects effects() {
        return effects;
    }

    /** Tells of something that happened to the job. */
    public void jobEvent(Job job, JobEventType type) {
        effects.jobEvent(job.queue().name(), type, Effects.UNKNOWN_DURATION);
    }

    public int version() {
        return version;
    }

    public void version(int value) {
        version = value;
    }

    /** How many ids are known; as many as there are jobs. */
    public int idCount() {
        return byId.size();
    }

    /** The job as it is now, with what other parts of the state know of it. */
    public JobView view(Job job) {
        return job.view(tracked.contains(job.id()), dependents.idsOf(job.id()));
    }

    public @Nullable Job find(JobRef ref) {
        JobId id = ref.id();
        return id != null ? byId.get(id) : find(ref.number());
    }

    private @Nullable Job find(long number) {
        List<Job> next = byNumber.page(rankOf(number), 1);
        return !next.isEmpty() && next.get(0).number() == number ? next.get(0) : null;
    }

    /** How many jobs have a smaller number. */
    public int rankOf(long number) {
        return byNumber.rankOf(job -> Long.compare(job.number(), number));
    }

    public RankedSet<Job> jobs() {
        return byNumber;
    }

    /** The jobs that live only as long as a caller waits for them. */
    public RankedSet<Job> foreground() {
        return foreground;
    }

    public @Nullable JobQueue queue(String name) {
        return queuesByName.get(name);
    }

    public JobQueue queueOrNew(String name) {
        return queueOrNew(name, 0);
    }

    /** The queue of that name, listed at the latest since that moment. */
    public JobQueue queueOrNew(String name, long knownAtMicros) {
        JobQueue queue = queuesByName.get(name);
        if (queue == null) {
            queue = new JobQueue(++lastQueueNumber, name);
            queue.knownAtMicros(knownAtMicros);
            insert(queue);
        } else if (queue.knownAtMicros() == JobQueue.UNLISTED && knownAtMicros != JobQueue.UNLISTED) {
            list(queue, knownAtMicros);
        }
        return queue;
    }

    /** Lists the queue since that moment, or no longer. */
    public void list(JobQueue queue, long knownAtMicros) {
        listedQueues.remove(queue);
        queue.knownAtMicros(knownAtMicros);
        if (knownAtMicros != JobQueue.UNLISTED && !queue.deleted()) {
            listedQueues.add(queue);
        }
    }

    /** The queues that clients see when they ask for all, the first known first. */
    public RankedSet<JobQueue> listedQueues() {
        return listedQueues;
    }

    /** Puts a queue where it belongs, a deleted one among those that only their jobs know. */
    public void insert(JobQueue queue) {
        queuesByNumber.put(queue.number(), queue);
        liveBytes += queue.sizeBytes();
        if (queue.deleted()) {
            deletedQueues.add(queue);
        } else {
            queuesByName.put(queue.name(), queue);
            queues.add(queue);
            list(queue, queue.knownAtMicros());
        }
    }

    /** From now on the name is free; what the queue still holds goes by its number. */
    public void delete(JobQueue queue) {
        queuesByName.remove(queue.name());
        queues.remove(queue);
        list(queue, JobQueue.UNLISTED);
        recurring.removeAll(queue.name());
        statistics.removeAll(queue);
        queue.deleted(true);
        deletedQueues.add(queue);
        if (queue.waiting() != null) {
            doomedQueues.add(queue);
        }
        forgetIfEmpty(queue);
    }

    /** The next job that has to go because its queue was deleted while it waited; null if there is none. */
    public @Nullable Job doomed() {
        JobQueue queue;
        while ((queue = doomedQueues.first()) != null) {
            Job job = queue.waiting();
            if (job != null) {
                return job;
            }
            doomedQueues.remove(queue);
        }
        return null;
    }

    public void forgetIfEmpty(JobQueue queue) {
        if (queue.deleted() && queue.size() == 0) {
            deletedQueues.remove(queue);
            queuesByNumber.remove(queue.number());
            liveBytes -= queue.sizeBytes();
        }
    }

    public @Nullable JobQueue queueByNumber(long number) {
        return queuesByNumber.get(number);
    }

    /** Queues that were deleted and still have jobs. */
    public RankedSet<JobQueue> deletedQueues() {
        return deletedQueues;
    }

    public long lastQueueNumber() {
        return lastQueueNumber;
    }

    /** All queues that hold or held a job, or were declared, by name. */
    public RankedSet<JobQueue> queues() {
        return queues;
    }

    /** Whether the queue has something to lease at that moment. */
    public boolean hasReady(JobQueue queue, long nowMicros) {
        return readyCount(queue, nowMicros) > 0;
    }

    public int readyCount(JobQueue queue, long nowMicros) {
        return callerClockDeadlines.readyCount(queue, nowMicros);
    }

    /** The next jobs to lease from the queue, at most so many. */
    public List<Job> next(JobQueue queue, CallerClock clock, int count) {
        return callerClockDeadlines.take(queue, clock, count);
    }

    /** The caller's clock or, where it brings none, the server's. */
    public CallerClock clockOr(@Nullable CallerClock clock) {
        return clock == null ? CallerClock.at(atMicros) : clock;
    }

    /** The time by the clock that the job goes by. */
    public long nowOf(CallerClock clock, Job job) {
        return job.onCallerClock() ? clock.nowMicros() : atMicros;
    }

    /** Adds to the failures of the queue on the day of that moment. */
    public void countFailed(JobQueue queue, long whenMicros, int failures, int failed) {
        DayStats stats = statsOf(queue, whenMicros);
        stats.counts(stats.failures() + failures, stats.failed() + failed, stats.retries());
    }

    public DeadlineHeap deadlines() {
        return deadlines;
    }

    public long nextNumber() {
        return ++lastNumber;
    }

    public long lastNumber() {
        return lastNumber;
    }

    public long nextToken() {
        return ++lastToken;
    }

    public long lastToken() {
        return lastToken;
    }

    public Totals totals() {
        return totals;
    }

    public long liveBytes() {
        return liveBytes + besidesBytes();
    }

    /** What neither a job nor a queue accounts for. */
    public long besidesBytes() {
        return workers.sizeBytes()
                + tracked.sizeBytes()
                + recurring.sizeBytes()
                + statistics.sizeBytes()
                + config.sizeBytes();
    }

    /** Sets the counters that a snapshot carries. */
    public void restoreCounters(long at, long number, long token, long queueNumber) {
        atMicros = at;
        lastNumber = number;
        lastToken = token;
        lastQueueNumber = queueNumber;
    }

    /** Equal terms, shared by many jobs where that comes cheap. */
    public Terms shared(Terms terms) {
        int slot = terms.hashCode() & (SHARED_TERMS - 1);
        Terms known = sharedTerms[slot];
        if (known != null && known.equals(terms)) {
            return known;
        }
        sharedTerms[slot] = terms;
        return terms;
    }

    public void insert(Job job) {
        if (byId.put(job.id(), job) != null || !byNumber.add(job)) {
            throw new IllegalArgumentException("job " + job.number() + " (" + job.id() + ") is there twice");
        }
        if (job.terms().foreground()) {
            foreground.add(job);
        }
        tags.enter(job);
        dependents.enter(job);
        enter(job);
        if (job.queue().deleted() && job.queue().waiting() != null) {
            doomedQueues.add(job.queue());
        }
        liveBytes += job.sizeBytes();
        schedule(job);
    }

    private void enter(Job job) {
        job.queue().enter(job);
        failures.enter(job);
        completedHistory.enter(job);
        workers.enter(job);
        if (job.onCallerClock() && job.state().hasTimer()) {
            effects.delayed(job.queue().name());
        }
    }

    private void leave(Job job) {
        job.queue().leave(job);
        failures.leave(job);
        completedHistory.leave(job);
        workers.leave(job);
    }

    /** Must come before every change of a job: takes it out of the index of its state, and into a running snapshot. */
    public Job beginChange(Job job) {
        if (snapshot != null) {
            snapshot.beforeChange(job);
        }
        leave(job);
        liveBytes -= job.sizeBytes();
        leasedFrom = job.state() == State.LEASED ? job.queue() : null;
        return job;
    }

    /** Between {@link #beginChange} and {@link #endChange}: puts the job into another queue. */
    public void move(Job job, JobQueue queue) {
        JobQueue before = job.queue();
        job.queue(queue);
        forgetIfEmpty(before);
    }

    /** Ends what {@link #beginChange} began. */
    public void endChange(Job job) {
        enter(job);
        liveBytes += job.sizeBytes();
        schedule(job);
        if (job.state() != State.LEASED) {
            leaseEnded();
        }
    }

    /** Changes what no index knows, so that the job stays where it is. */
    public void payload(Job job, byte[] payload) {
        if (snapshot != null) {
            snapshot.beforeChange(job);
        }
        liveBytes -= job.payload().length;
        job.payload(payload);
        liveBytes += payload.length;
    }

    /** Changes the terms of a job between beginChange and endChange. */
    public void terms(Job job, Terms terms) {
        if (job.terms().foreground() && !terms.foreground()) {
            foreground.remove(job);
        }
        job.terms(terms);
    }

    /** Where only so many jobs may be leased at a time, the end of a lease makes room for another. */
    private void leaseEnded() {
        JobQueue queue = leasedFrom;
        leasedFrom = null;
        if (queue != null && config.maxConcurrency(queue.name()) > 0 && hasReady(queue, atMicros)) {
            effects.becameReady(queue.name());
        }
    }

    /** Ends what {@link #beginChange} began, by forgetting the job. */
    public void remove(Job job) {
        byId.remove(job.id());
        byNumber.remove(job);
        if (job.terms().foreground()) {
            foreground.remove(job);
        }
        tags.leave(job);
        dependents.leave(job);
        deadlines.set(job, DeadlineHeap.NEVER);
        forgetIfEmpty(job.queue());
        leaseEnded();
    }

    private void schedule(Job job) {
        long next = Math.min(job.expiresAtMicros(), Math.min(job.waitEndsAtMicros(), job.nextTransitionAtMicros()));
        deadlines.set(job, next);
    }

    /** Forgets everything but the counters, and gives up a running snapshot: it cannot be told any more. */
    public void clear() {
        if (snapshot != null) {
            snapshot.abandon();
        }
        for (Job job : byNumber.page(0, byNumber.size())) {
            if (!job.state().ended()) {
                effects.ended(job.number(), job.id(), EndReason.DELETED, null);
            }
        }
        byId.clear();
        byNumber.clear();
        foreground.clear();
        queuesByName.clear();
        queuesByNumber.clear();
        queues.clear();
        deletedQueues.clear();
        doomedQueues.clear();
        listedQueues.clear();
        tags.clear();
        failures.clear();
        completedHistory.clear();
        dependents.clear();
        workers.clear();
        tracked.clear();
        recurring.clear();
        statistics.clear();
        config.clear();
        deadlines.clear();
        liveBytes = 0;
    }

    /** From now on the writer is told of every change; the reply is the number of this snapshot. */
    public int snapshotStarts(StateWriter writer) {
        if (snapshot != null) {
            throw new IllegalStateException("a snapshot is being written already");
        }
        snapshot = writer;
        return ++lastSnapshot;
    }

    public void snapshotEnds() {
        snapshot = null;
    }
}
