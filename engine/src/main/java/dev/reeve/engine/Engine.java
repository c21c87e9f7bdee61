package dev.reeve.engine;

import dev.reeve.engine.batch.BatchPage;
import dev.reeve.engine.batch.BatchView;
import dev.reeve.engine.batch.JobBatch;
import dev.reeve.engine.collection.DeadlineHeap;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.format.StateSum;
import dev.reeve.engine.format.StateWriter;
import dev.reeve.engine.job.Dependency;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobBlock;
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
import dev.reeve.engine.qless.RecurringJob;
import dev.reeve.engine.queue.JobQueue;
import dev.reeve.engine.queue.QueueView;
import dev.reeve.engine.schedule.ScheduleQueries;
import dev.reeve.engine.search.FailurePage;
import dev.reeve.engine.search.FailureSearch;
import dev.reeve.engine.search.JobPage;
import dev.reeve.engine.search.JobSearch;
import dev.reeve.engine.webhook.WebhookQueries;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The deterministic state machine. Invariant: the same entries in the same order give the same state and the same
 * outcomes, on every machine and after every restart. It has no clock, threads, randomness or I/O of its own. It is not
 * thread-safe.
 */
public final class Engine implements EngineView {
    /**
     * The maximum number of deadlines fired, of jobs of deleted and purged queues removed, of batches forgotten and of their
     * jobs changed, and of dependents changed before the command of an entry, to bound its duration. The next entry deals with the others.
     */
    public static final int DEADLINES_PER_ENTRY = 50;

    private final EngineState state;
    private final QlessQueries qless;
    private final ScheduleQueries schedules;
    private final WebhookQueries webhooks;
    private final PayloadMoves payloadMoves;

    public Engine() {
        this(new EngineState());
    }

    /** An engine with restored state. */
    public Engine(EngineState state) {
        this.state = state;
        this.qless = new QlessQueries(state);
        this.schedules = new ScheduleQueries(state.schedules(), ReadRule.ALL);
        this.webhooks = new WebhookQueries(state.webhooks());
        this.payloadMoves = new PayloadMoves(state);
    }

    EngineState state() {
        return state;
    }

    /** Applies an entry to which nobody listens. */
    public <R> Outcome<R> apply(Entry<R> entry, Effects effects) {
        return apply(entry, effects, false);
    }

    /**
     * Applies an entry.
     *
     * @param wantsEvents whether anybody listens to what happens; if not, no events are created
     */
    public <R> Outcome<R> apply(Entry<R> entry, Effects effects, boolean wantsEvents) {
        return apply(entry, MemberDuties.ALONE, effects, wantsEvents);
    }

    /**
     * Applies an entry of a cluster.
     *
     * @param member the number of the member that it comes from
     */
    public <R> Outcome<R> apply(Entry<R> entry, int member, Effects effects, boolean wantsEvents) {
        state.from(member);
        state.begin(entry.atMicros(), entry.seed(), effects, wantsEvents);
        int fired = 0;
        while (fired < DEADLINES_PER_ENTRY && fireNext(entry.atMicros())) {
            fired++;
        }
        Job job;
        while (fired < DEADLINES_PER_ENTRY && (job = state.nextOrphan()) != null) {
            state.ends().queueDeleted(job);
            fired++;
        }
        fired += state.ends().purge(DEADLINES_PER_ENTRY - fired);
        if (state.limits().isUnsettled()) {
            fired += state.throttling().settleMore(DEADLINES_PER_ENTRY - fired);
        }
        fired += state.batchChanges().forget(DEADLINES_PER_ENTRY - fired);
        fired += state.batchChanges().sweep(DEADLINES_PER_ENTRY - fired);
        state.dependencies().settleMore(DEADLINES_PER_ENTRY - fired);
        state.renewWork();
        Outcome<R> outcome = entry.command().apply(state);
        state.dependencies().forgetSettled();
        return outcome;
    }

    /** Fires the earliest deadline of a job, or of a rate, if it has come. */
    private boolean fireNext(long nowMicros) {
        state.packed().unpackDue(nowMicros);
        Job job = state.deadlines().due(nowMicros);
        boolean ofRate = state.limits().nextTimerMicros() <= nowMicros;
        if (ofRate
                && (job == null
                        || state.limits().nextTimerMicros() < state.deadlines().nextMicros())) {
            state.throttling().timerPassed();
        } else if (job != null) {
            state.ends().deadlinePassed(job);
        }
        return job != null || ofRate;
    }

    /** Starts a snapshot of the current state. Entries can be applied while it is being written. */
    public StateWriter startSnapshot() {
        return startSnapshot(false);
    }

    /**
     * As {@link #startSnapshot()}.
     *
     * @param whole whether it has the bytes of payloads on disk in place of their places
     */
    public StateWriter startSnapshot(boolean whole) {
        return new StateWriter(state, whole);
    }

    /**
     * A sum of the state, for comparing it with that of another engine, see {@link StateSum}.
     *
     * @param place grows by 1 from one sum to the next
     */
    public long sum(long place) {
        return StateSum.of(state, place);
    }

    @Override
    public int version() {
        return state.version();
    }

    @Override
    public long atMicros() {
        return state.atMicros();
    }

    @Override
    public long nextDeadlineMicros() {
        return state.dependents().nextUnsettled() != null ? state.atMicros() : nextVisibleDeadlineMicros();
    }

    @Override
    public long nextVisibleDeadlineMicros() {
        boolean unfinished = state.nextOrphan() != null
                || state.batches().nextSweeping() != null
                || state.purges().first() != null
                || state.limits().isUnsettled();
        long timer = Math.min(state.batches().nextMicros(), state.limits().nextTimerMicros());
        long deadline = Math.min(state.deadlines().nextMicros(), state.packed().nextMicros());
        return unfinished ? state.atMicros() : Math.min(deadline, timer);
    }

    @Override
    public long lastToken() {
        return state.lastToken();
    }

    @Override
    public long liveBytes() {
        return state.liveBytes();
    }

    /** The payloads that are on disk only. */
    public StoredPayloads payloads() {
        return state.payloads();
    }

    /** Which payloads should be on disk. */
    public PayloadMoves payloadMoves() {
        return payloadMoves;
    }

    @Override
    public long heapBytes() {
        return state.liveBytes() - state.payloads().savedBytes();
    }

    /** The blocks whose columns the command looks at, as far as that is known before it is applied, and which are on disk only; some twice. */
    public List<JobBlock> absentFor(Command<?> command) {
        return absentFor(command.lookups());
    }

    /** As {@link #absentFor(Command)}, of whoever looks at these jobs. */
    public List<JobBlock> absentFor(List<JobRef> jobs) {
        if (!state.payloads().blocks().anyAbsent()) {
            return List.of();
        }
        List<JobBlock> absent = new ArrayList<>();
        jobs.forEach(ref -> state.addAbsent(ref, absent));
        return absent;
    }

    @Override
    public long heldBySnapshotBytes() {
        return state.heldBySnapshotBytes();
    }

    @Override
    public long growthBytes(Command<?> command) {
        return command.growthBytes(state) + (state.payloads().any() ? command.ledgerBytes(state) : 0);
    }

    @Override
    public long memoryLimitBytes() {
        return state.memoryLimitBytes();
    }

    @Override
    public int jobCount() {
        return state.jobs().size();
    }

    @Override
    public int jobCount(State wanted) {
        return state.jobCount(wanted);
    }

    @Override
    public Totals totals() {
        return state.totals().copy();
    }

    @Override
    public long[] tagged(String tag) {
        RankedSet<TagIndex.Tagged> tagged = state.tags().jobs(tag);
        return tagged == null ? new long[0] : numbers(tagged.all().stream().map(TagIndex.Tagged::job));
    }

    @Override
    public int taggedCount(String tag) {
        RankedSet<TagIndex.Tagged> tagged = state.tags().jobs(tag);
        return tagged == null ? 0 : tagged.size();
    }

    @Override
    public long scanTagged(String tag, long afterNumber, int limit, LongConsumer visitor) {
        state.forgetShown();
        List<Job> page = state.jobs().page(state.rankOf(afterNumber + 1), limit);
        for (Job job : page) {
            if (job.labels().tags().contains(tag)) {
                visitor.accept(job.number());
            }
        }
        return page.size() < limit ? Long.MAX_VALUE : page.get(limit - 1).number();
    }

    @Override
    public long[] jobs(String queue, Status status) {
        state.forgetShown();
        JobQueue found = state.queue(queue);
        if (found == null) {
            return new long[0];
        }
        Stream<Job> jobs = switch (status) {
            case QUEUED ->
                Stream.of(
                                found.ready().all(),
                                found.in(State.THROTTLED).all(),
                                found.scheduled().all(),
                                found.in(State.DEPENDS).all())
                        .flatMap(List::stream);
            case RUNNING -> found.leased().all().stream();
            case COMPLETED -> found.in(State.COMPLETED).all().stream();
            case CANCELLED -> found.in(State.CANCELLED).all().stream();
            case FAILED -> Stream.concat(found.in(State.FAILED).all().stream(), found.scheduled().all().stream());
            case TIMED_OUT -> Stream.concat(found.in(State.TIMED_OUT).all().stream(), found.scheduled().all().stream());
        };
        return numbers(jobs.filter(job -> job.status() == status));
    }

    @Override
    public long scanJobs(String queue, long afterNumber, int limit, JobStatusVisitor visitor) {
        state.forgetShown();
        JobQueue wanted = state.queue(queue);
        List<Job> page = wanted == null ? List.of() : state.jobs().page(state.rankOf(afterNumber + 1), limit);
        for (Job job : page) {
            if (job.queue() == wanted) {
                visitor.job(job.number(), job.status());
            }
        }
        return page.size() < limit ? Long.MAX_VALUE : page.get(limit - 1).number();
    }

    @Override
    public @Nullable JobPage search(JobSearch search, ReadRule rule) {
        state.forgetShown();
        return search.step(state, rule);
    }

    private static long[] numbers(Stream<Job> jobs) {
        return jobs.mapToLong(Job::number).sorted().toArray();
    }

    @Override
    public boolean hasReady(String queue) {
        JobQueue found = state.queue(queue);
        return found != null && state.hasReady(found, state.atMicros());
    }

    @Override
    public int readyCount(String queue) {
        JobQueue found = state.queue(queue);
        return found == null ? 0 : state.readyCount(found, state.atMicros());
    }

    @Override
    public int guaranteedReadyCount(String queue) {
        JobQueue found = state.queue(queue);
        if (found == null || !state.qless().active()) {
            return readyCount(queue);
        }
        return state.qless().callerClockDeadlines().guaranteedReadyCount(found, state.atMicros());
    }

    @Override
    public long nextPollMicros(String queue) {
        JobQueue found = state.queue(queue);
        return found == null || found.paused() || !state.qless().active()
                ? DeadlineHeap.NEVER
                : state.qless().callerClockDeadlines().nextAfter(found, state.atMicros());
    }

    @Override
    public long readyAtMicros(String queue, int pendingAcquires) {
        boolean ready = pendingAcquires == 0 ? hasReady(queue) : guaranteedReadyCount(queue) > pendingAcquires;
        return ready ? NOW : nextPollMicros(queue);
    }

    @Override
    public @Nullable FailurePage failureGroups(FailureSearch search, ReadRule rule) {
        return search.step(state, rule);
    }

    @Override
    public @Nullable JobView job(JobRef ref) {
        Job job = find(ref);
        return job == null ? null : state.view(job);
    }

    private @Nullable Job find(JobRef ref) {
        state.forgetShown();
        return state.find(ref);
    }

    @Override
    public int heldBy(String worker) {
        return state.held().count(worker);
    }

    @Override
    public List<Dependency> dependencies(JobRef ref) {
        Job job = find(ref);
        return job == null ? List.of() : state.dependencies().results(job, Dependency.MOST_RESULT_BYTES);
    }

    @Override
    public List<JobId> dependents(JobRef ref) {
        Job job = find(ref);
        return job == null ? List.of() : state.dependents().idsOf(job.id());
    }

    @Override
    public @Nullable BatchView batch(String id) {
        JobBatch batch = state.batches().get(id);
        return batch == null ? null : batch.view();
    }

    @Override
    public BatchPage batchesAfter(String id, int limit) {
        List<JobBatch> page = state.batches().after(id, limit);
        String last = page.size() < limit ? null : page.get(limit - 1).id();
        return new BatchPage(page.stream().map(JobBatch::view).toList(), last);
    }

    @Override
    public @Nullable String queueOf(JobRef ref) {
        Job job = find(ref);
        return job == null ? null : job.queue().name();
    }

    @Override
    public @Nullable State stateOf(JobRef ref) {
        Job job = find(ref);
        return job == null ? null : job.state();
    }

    @Override
    public @Nullable String queueOfRecurring(JobId id) {
        RecurringJob recurring =
                state.qless().active() ? state.qless().recurring().get(id) : null;
        return recurring == null ? null : recurring.queue();
    }

    @Override
    public QlessQueries qless() {
        return qless;
    }

    @Override
    public WebhookQueries webhooks() {
        return webhooks;
    }

    @Override
    public ScheduleQueries schedules() {
        return schedules;
    }

    @Override
    public @Nullable QueueView queue(String name) {
        JobQueue queue = state.queue(name);
        return queue == null ? null : view(queue);
    }

    @Override
    public List<QueueView> queues(long offset, int limit) {
        return state.queues().page(offset, limit).stream().map(this::view).toList();
    }

    @Override
    public List<QueueView> queuesAfter(String name, int limit) {
        RankedSet<JobQueue> queues = state.queues();
        int from = queues.rankOf(queue -> queue.name().compareTo(name) <= 0 ? -1 : 0);
        return queues.page(from, limit).stream().map(this::view).toList();
    }

    @Override
    public long waitingSinceMicros(String queue) {
        JobQueue found = state.queue(queue);
        return found == null ? DeadlineHeap.NEVER : waitingSinceMicros(found);
    }

    private long waitingSinceMicros(JobQueue queue) {
        return Math.min(queue.waitingSinceMicros(), state.qless().scheduledSinceMicros(queue));
    }

    private QueueView view(JobQueue queue) {
        return QueueView.of(queue, waitingSinceMicros(queue));
    }

    @Override
    public List<LimitTable.Row> limits(String after, int limit) {
        return state.limits().table().after(after, limit);
    }

    @Override
    public @Nullable Limit limit(String pattern) {
        return state.limits().table().get(pattern);
    }

    @Override
    public LimitCounts limitCounts() {
        return new LimitCounts(
                state.limits().table().size(), state.limits().keys().size());
    }

    @Override
    public @Nullable List<LimitKeyView> busiestKeys(KeySearch search) {
        return search.step(state.limits(), state.atMicros());
    }

    @Override
    public List<JobView> ready(String queue, long offset, int limit) {
        JobQueue found = state.queue(queue);
        if (found == null) {
            return List.of();
        }
        List<JobView> ready = views(found.ready(), offset, limit);
        int throttled = found.in(State.THROTTLED).size();
        if (throttled == 0 || ready.size() == limit) {
            return ready;
        }
        List<JobView> all = new ArrayList<>(ready);
        long from = Math.max(0, offset - found.ready().size());
        all.addAll(views(found.in(State.THROTTLED), from, limit - ready.size()));
        return all;
    }

    @Override
    public List<JobView> scheduled(String queue, long offset, int limit) {
        JobQueue found = state.queue(queue);
        return found == null ? List.of() : views(found.scheduled(), offset, limit);
    }

    private List<JobView> views(RankedSet<Job> jobs, long offset, int limit) {
        state.forgetShown();
        return jobs.page(offset, limit).stream().map(state::view).toList();
    }
}
