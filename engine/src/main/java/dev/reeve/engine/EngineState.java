package dev.reeve.engine;

import dev.reeve.engine.batch.BatchChanges;
import dev.reeve.engine.batch.Batches;
import dev.reeve.engine.collection.DeadlineHeap;
import dev.reeve.engine.collection.JobTable;
import dev.reeve.engine.collection.NonIterableMap;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.format.StateWriter;
import dev.reeve.engine.job.EndReason;
import dev.reeve.engine.job.HeapBytes;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobBlock;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobOptions;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.Obstacle;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.job.Standing;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.lifecycle.DependencyTransitions;
import dev.reeve.engine.lifecycle.Duplicates;
import dev.reeve.engine.lifecycle.EndTransitions;
import dev.reeve.engine.lifecycle.JobEdits;
import dev.reeve.engine.lifecycle.LeaseTransitions;
import dev.reeve.engine.lifecycle.PlacementTransitions;
import dev.reeve.engine.lifecycle.Throttling;
import dev.reeve.engine.limit.KeyLimits;
import dev.reeve.engine.limit.Limit;
import dev.reeve.engine.limit.LimitKey;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.QlessState;
import dev.reeve.engine.queue.JobQueue;
import dev.reeve.engine.queue.ReplyLimit;
import dev.reeve.engine.schedule.ScheduleRuns;
import dev.reeve.engine.webhook.Webhooks;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The state of the engine: all jobs and queues, their indexes and counters. Commands change jobs through {@link
 * #placements}, {@link #leases}, {@link #ends} and {@link #edits}; only these classes and the snapshot reader call the
 * mutating methods here.
 *
 * <p>Invariant: a job is in {@code byId}, in {@code byNumber} and in the set of its queue that belongs to its state;
 * its next deadline is in {@code deadlines}; {@code liveBytes} is the sum over all jobs and queues.
 */
public final class EngineState {
    private static final Comparator<Job> BY_NUMBER = (a, b) -> Long.compare(a.number(), b.number());

    /** How many jobs the command of an entry may lease or list, to bound its duration. */
    public static final int WORK_PER_ENTRY = 1000;

    /** A change takes as long as so many leases. */
    private static final int WORK_PER_CHANGE = 5;

    /** How many jobs the command of an entry may change besides those that it names. */
    public static final int CHANGES_PER_ENTRY = WORK_PER_ENTRY / WORK_PER_CHANGE;

    private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

    private final JobTable byId = new JobTable();
    private final RankedSet<Job> byNumber = new RankedSet<>(BY_NUMBER);
    private final RankedSet<Job> foreground = new RankedSet<>(BY_NUMBER);
    private final NonIterableMap<String, JobQueue> queuesByName = new NonIterableMap<>();
    private final NonIterableMap<Long, JobQueue> queuesByNumber = new NonIterableMap<>();
    private final RankedSet<JobQueue> queues = new RankedSet<>(JobQueue.BY_NAME);
    private final RankedSet<JobQueue> deletedQueues = new RankedSet<>(JobQueue.BY_NUMBER);
    private final RankedSet<JobQueue> queuesWithOrphans = new RankedSet<>(JobQueue.BY_NUMBER);
    private final TagIndex tags = new TagIndex();
    private final FailureGroups failures = new FailureGroups();
    private final HeldJobs held = new HeldJobs();
    private final Dependents dependents = new Dependents();
    private final QlessState qless = new QlessState(this);
    private final Totals totals = new Totals();
    private final MemberDuties duties = new MemberDuties();
    private final Deliveries deliveries = new Deliveries(duties);
    private final DeadlineHeap deadlines = new DeadlineHeap();
    private final KeyLimits limits = new KeyLimits();
    private final UniqueKeys uniqueKeys = new UniqueKeys();
    private final Throttling throttling = new Throttling(this, limits);
    private final Duplicates duplicates = new Duplicates(this);
    private final PlacementTransitions placements = new PlacementTransitions(this);
    private final LeaseTransitions leases = new LeaseTransitions(this);
    private final EndTransitions ends = new EndTransitions(this);
    private final JobEdits edits = new JobEdits(this);
    private final TermsPool terms = new TermsPool();
    private final Purges purges = new Purges();
    private final ScheduleRuns schedules = new ScheduleRuns(this);
    private final StateCounts counts = new StateCounts();
    private final DependencyTransitions dependencies = new DependencyTransitions(this);
    private final Batches batches = new Batches();
    private final BatchChanges batchChanges = new BatchChanges(this, batches);
    private final Webhooks webhooks = new Webhooks(this);
    private final StoredPayloads payloads = new StoredPayloads();
    private final PackedJobs packed = new PackedJobs(payloads, byId, byNumber, deadlines, this::unpacks);

    private int version;
    private long lastNumber;
    private long lastToken;
    private long lastQueueNumber;
    private long liveBytes;
    private long memoryLimitBytes = Long.MAX_VALUE;
    private long atMicros;
    private long seed;
    private int member = MemberDuties.ALONE;
    private int workLeft;
    private Effects effects = Effects.NONE;
    private @Nullable JobQueue leasedFrom;
    private Standing standingBefore = Standing.PENDING;
    private boolean keptNeedsBefore;
    private @Nullable Object payloadBefore;
    private @Nullable StateWriter snapshot;
    private int lastSnapshot;
    private boolean tellsEvents;

    /** The entry comes from this member of a cluster. */
    void from(int entryMember) {
        member = entryMember;
    }

    /** The member of the cluster that the entry comes from; {@link MemberDuties#ALONE} without a cluster. */
    public int member() {
        return member;
    }

    public MemberDuties duties() {
        return duties;
    }

    /** Whether the foreground job belongs to a caller of the member that the entry comes from. */
    public boolean isOwn(Job job) {
        return member == MemberDuties.ALONE || duties.owner(job.number()) == member;
    }

    public void begin(long entryAtMicros, long entrySeed, Effects listener, boolean wantsEvents) {
        if (entryAtMicros < atMicros) {
            throw new IllegalStateException(
                    "entry time " + entryAtMicros + " is before the last entry's time " + atMicros);
        }
        packed.forgetShown();
        atMicros = entryAtMicros;
        seed = entrySeed;
        effects = listener;
        tellsEvents = wantsEvents;
        renewWork();
    }

    /** The command of the entry begins: it has {@link #WORK_PER_ENTRY}, with all commands of its group together. */
    void renewWork() {
        workLeft = WORK_PER_ENTRY;
    }

    /** How many more jobs this entry may lease or list. */
    public int workLeft() {
        return Math.max(0, workLeft);
    }

    /** Counts leased or listed jobs. */
    public void worked(int jobs) {
        workLeft -= jobs;
    }

    /** How many more jobs this entry may change. */
    public int changesLeft() {
        return workLeft() / WORK_PER_CHANGE;
    }

    /** Counts changed jobs. */
    public void changed(int jobs) {
        workLeft -= WORK_PER_CHANGE * jobs;
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

    public JobEdits edits() {
        return edits;
    }

    public Throttling throttling() {
        return throttling;
    }

    public Duplicates duplicates() {
        return duplicates;
    }

    public KeyLimits limits() {
        return limits;
    }

    public UniqueKeys uniqueKeys() {
        return uniqueKeys;
    }

    public TagIndex tags() {
        return tags;
    }

    /** The leased jobs by worker. */
    public HeldJobs held() {
        return held;
    }

    public FailureGroups failures() {
        return failures;
    }

    public Dependents dependents() {
        return dependents;
    }

    /** What the ends of jobs mean to those that depend on them. */
    public DependencyTransitions dependencies() {
        return dependencies;
    }

    public Batches batches() {
        return batches;
    }

    public BatchChanges batchChanges() {
        return batchChanges;
    }

    public QlessState qless() {
        return qless;
    }

    /** The jobs that are packed. */
    PackedJobs packed() {
        return packed;
    }

    /** A query, or a part of one, begins: nobody refers to jobs of the one before. */
    public void forgetShown() {
        packed.forgetShown();
    }

    /** Packs those of the jobs that can be, see {@link PackedJobs#pack}. */
    public void pack(List<Job> jobs, int fewest) {
        packed.pack(jobs, fewest);
    }

    /** Called before every change that is none between {@link #beginChange} and {@link #endChange}: a packed job becomes an object. */
    private void changes(Job job) {
        payloads.changes(job);
        if (job.isPacked()) {
            packed.unpack(job);
        }
    }

    /** A packed job becomes an object. */
    private void unpacks(Job job) {
        if (snapshot != null) {
            snapshot.unpacks(job);
        }
    }

    /** The payloads that are on disk only. */
    public StoredPayloads payloads() {
        return payloads;
    }

    /**
     * Replaces the bytes of a payload by their place on disk, or the place by the bytes. No change of the state, see {@link
     * StoredPayloads}.
     */
    void swapPayload(Job job, Object other) {
        changes(job);
        if (snapshot != null) {
            snapshot.swapped(job);
        }
        payloads.left(job.payload());
        job.payload(other);
        payloads.entered(job);
    }

    /** The time of the entry that is being applied, or of the last one. */
    public long atMicros() {
        return atMicros;
    }

    public SplittableRandom random() {
        return new SplittableRandom(seed);
    }

    /** As {@link #random()}, but different for each number: an entry may need chance for many jobs. */
    public SplittableRandom random(long number) {
        return new SplittableRandom(seed ^ (number * GOLDEN_RATIO));
    }

    public Effects effects() {
        return effects;
    }

    /** Emits a job event without a duration. */
    public void jobEvent(Job job, JobEventType type) {
        jobEvent(job, type, Effects.UNKNOWN_DURATION);
    }

    public void jobEvent(Job job, JobEventType type, long micros) {
        effects.jobEvent(job.queue().name(), type, micros);
    }

    /** Tells those who listen, if anybody does, what happens to the job. */
    public void happened(Job job, EventType type) {
        happened(job, type, null);
    }

    /**
     * As {@link #happened(Job, EventType)}, with more to tell.
     *
     * @param about the worker or the type of the error, see {@link Event}
     */
    public void happened(Job job, EventType type, @Nullable String about) {
        if (tellsEvents) {
            effects.happened(Event.of(job, type, atMicros, about));
        }
    }

    private void happened(String queue, EventType type) {
        if (tellsEvents) {
            effects.happened(new Event(type, queue, atMicros, null, null, null));
        }
    }

    public int version() {
        return version;
    }

    public void version(int value) {
        version = value;
    }

    /** The size of the index by id; equal to the number of jobs. */
    public int idCount() {
        return byId.size() + packed.size();
    }

    /** A copy of the job. */
    public JobView view(Job job) {
        JobView view = job.view(payloads.shown(job.payload()), qless.view(job));
        Obstacle obstacle = dependencies.obstacle(job);
        return obstacle == null ? view : view.with(obstacle);
    }

    public @Nullable Job find(JobRef ref) {
        JobId id = ref.id();
        return id != null ? find(id) : find(ref.number());
    }

    /** Adds the blocks whose columns are needed to find and to change the job, and which are on disk only. */
    void addAbsent(JobRef ref, List<JobBlock> absent) {
        JobId id = ref.id();
        if (id != null) {
            packed.ids().addAbsent(id, absent);
            return;
        }
        Job job = find(ref.number());
        if (job != null && job.isPacked() && !job.block().hasColumns()) {
            absent.add(job.block());
        }
    }

    private @Nullable Job find(JobId id) {
        Job job = byId.get(id);
        return job != null || packed.size() == 0 ? job : packed.get(id);
    }

    private @Nullable Job find(long number) {
        return byNumber.find(job -> Long.compare(job.number(), number));
    }

    /** The number of jobs with a smaller number. */
    public int rankOf(long number) {
        return byNumber.rankOf(job -> Long.compare(job.number(), number));
    }

    public RankedSet<Job> jobs() {
        return byNumber;
    }

    /** The foreground jobs: they exist only while their creator waits for the result. */
    public RankedSet<Job> foreground() {
        return foreground;
    }

    public @Nullable JobQueue queue(String name) {
        return queuesByName.get(name);
    }

    public JobQueue queueOrNew(String name) {
        JobQueue queue = queuesByName.get(name);
        if (queue == null) {
            queue = new JobQueue(++lastQueueNumber, name);
            insert(queue);
        }
        qless.queueUsed(queue);
        return queue;
    }

    /** Sets the default terms of the queue. */
    public void defaults(JobQueue queue, Terms value) {
        Terms pooled = terms.shared(value);
        terms.enter(pooled);
        terms.leave(queue.defaults());
        queue.defaults(pooled);
    }

    /** Sets the queue for jobs that fail for good; null for none. */
    public void deadLetter(JobQueue queue, @Nullable String value) {
        liveBytes -= queue.sizeBytes();
        queue.deadLetter(value);
        liveBytes += queue.sizeBytes();
    }

    /** Sets the limit of the queue. */
    public void limit(JobQueue queue, Limit value) {
        queue.limit(value);
        limits.setTimer(queue, atMicros);
        announce(queue);
    }

    /** Adds a queue to the indexes; a deleted one only to the index by number and to {@link #deletedQueues}. */
    public void insert(JobQueue queue) {
        queuesByNumber.put(queue.number(), queue);
        liveBytes += queue.sizeBytes();
        terms.enter(queue.defaults());
        if (queue.deleted()) {
            deletedQueues.add(queue);
        } else {
            queuesByName.put(queue.name(), queue);
            queues.add(queue);
            qless.insertQueue(queue);
        }
    }

    /**
     * Deletes the queue and frees its name. Its waiting jobs are removed by later entries; leased and ended
     * jobs keep the queue, which is then known by its number only.
     */
    public void delete(JobQueue queue) {
        queuesByName.remove(queue.name());
        queues.remove(queue);
        qless.deleteQueue(queue);
        queue.deleted(true);
        deletedQueues.add(queue);
        if (queue.waiting() != null) {
            queuesWithOrphans.add(queue);
        }
        forgetIfEmpty(queue);
    }

    /** The next waiting job of a deleted queue, which has to be removed; null if there is none. */
    public @Nullable Job nextOrphan() {
        JobQueue queue;
        while ((queue = queuesWithOrphans.first()) != null) {
            Job job = queue.waiting();
            if (job != null) {
                return job;
            }
            queuesWithOrphans.remove(queue);
        }
        return null;
    }

    /** Removes a deleted queue that has no jobs left. */
    public void forgetIfEmpty(JobQueue queue) {
        if (queue.deleted() && queue.size() == 0) {
            deletedQueues.remove(queue);
            queuesByNumber.remove(queue.number());
            purges.forget(queue);
            limits.timer(queue, DeadlineHeap.NEVER);
            liveBytes -= queue.sizeBytes();
            terms.leave(queue.defaults());
        }
    }

    /** Pauses the queue or resumes it. */
    public void pause(JobQueue queue, boolean paused) {
        if (queue.paused() != paused) {
            happened(queue.name(), paused ? EventType.QUEUE_PAUSED : EventType.QUEUE_RESUMED);
        }
        queue.paused(paused);
        qless.pauseChanged(queue);
        if (!paused) {
            announce(queue);
        }
    }

    /** Notifies the waiters of a queue whose jobs could not be leased before. */
    public void announce(JobQueue queue) {
        effects.delayed(queue.name());
        if (hasReady(queue, atMicros)) {
            effects.becameReady(queue.name());
        }
    }

    /** The jobs of purged queues that have to be removed. */
    public Purges purges() {
        return purges;
    }

    /** The schedules and their rules. */
    public ScheduleRuns schedules() {
        return schedules;
    }

    /** The webhooks, and what follows for them from what happens. */
    public Webhooks webhooks() {
        return webhooks;
    }

    public @Nullable JobQueue queueByNumber(long number) {
        return queuesByNumber.get(number);
    }

    /** The deleted queues that still have jobs. */
    public RankedSet<JobQueue> deletedQueues() {
        return deletedQueues;
    }

    public long lastQueueNumber() {
        return lastQueueNumber;
    }

    /** All queues that are not deleted, ordered by name. */
    public RankedSet<JobQueue> queues() {
        return queues;
    }

    public boolean hasReady(JobQueue queue, long nowMicros) {
        return readyCount(queue, nowMicros) > 0;
    }

    /** The number of jobs that can be leased from the queue at that time. */
    public int readyCount(JobQueue queue, long nowMicros) {
        if (qless.active()) {
            return qless.callerClockDeadlines().readyCount(queue, nowMicros);
        }
        return queue.paused() ? 0 : Math.min(queue.room(atMicros), queue.ready().size());
    }

    /** The next jobs to lease from the queue, at most {@code count} and within the limit. */
    public List<Job> next(JobQueue queue, CallerClock clock, int count, ReplyLimit limit) {
        if (qless.active()) {
            return qless.callerClockDeadlines().poll(queue, clock, count, limit);
        }
        int most = Math.min(count, queue.room(atMicros));
        List<Job> ready = queue.paused() ? List.of() : queue.ready().page(0, most);
        if (ready.isEmpty() || (limit.first() && ready.size() == 1)) {
            return ready;
        }
        List<Job> limited = new ArrayList<>(ready.size());
        limit.addUpToLimit(limited, ready);
        return limited;
    }

    /** The caller's clock, or the server's if the caller has none. */
    public CallerClock clockOr(@Nullable CallerClock clock) {
        return clock == null ? CallerClock.at(atMicros) : clock;
    }

    /** The time by the clock that applies to the job. */
    public long nowOf(CallerClock clock, Job job) {
        return job.polled() ? clock.nowMicros() : atMicros;
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
        lastToken++;
        if (member != MemberDuties.ALONE) {
            duties.leased(member, lastToken);
        }
        return lastToken;
    }

    public long lastToken() {
        return lastToken;
    }

    public Totals totals() {
        return totals;
    }

    public Deliveries deliveries() {
        return deliveries;
    }

    /** The estimated memory of all jobs, queues, indexes and qless records. */
    public long liveBytes() {
        return liveBytes
                + terms.sizeBytes()
                + purges.sizeBytes()
                + schedules.sizeBytes()
                + webhooks.sizeBytes()
                + tags.sizeBytes()
                + failures.sizeBytes()
                + dependents.sizeBytes()
                + batches.sizeBytes()
                + limits.sizeBytes()
                + qless.sizeBytes();
    }

    /** The limit of live data for what is added without a command that was admitted for it. */
    public long memoryLimitBytes() {
        return memoryLimitBytes;
    }

    public void memoryLimitBytes(long value) {
        memoryLimitBytes = value;
    }

    /** Whether that much can be added within the limit. */
    public boolean hasMemoryFor(long bytes) {
        return bytes <= memoryLimitBytes - liveBytes();
    }

    /** Sets the counters from a snapshot. */
    public void restoreCounters(long at, long number, long token, long queueNumber) {
        atMicros = at;
        lastNumber = number;
        lastToken = token;
        lastQueueNumber = queueNumber;
    }

    /** Returns the equal instance that other jobs use, if there is one. */
    public Terms shared(Terms value) {
        return terms.shared(value);
    }

    public void insert(Job job) {
        if (packed.get(job.id()) != null || !byId.add(job)) {
            throw notUnique(job);
        }
        restore(job);
    }

    private static IllegalArgumentException notUnique(Job job) {
        return new IllegalArgumentException("job " + job.number() + " (" + job.id() + ") is not unique");
    }

    /** All jobs have been restored: now they can be found by id. */
    public void restored() {
        List<Job> all = byNumber.unpacked();
        Job twice = byId.fill(all);
        twice = twice == null ? packed.restored() : twice;
        if (twice != null) {
            throw notUnique(twice);
        }
        for (Job job : packed.size() == 0 ? List.<Job>of() : all) {
            if (packed.get(job.id()) != null) {
                throw notUnique(job);
            }
        }
        if (dependents.anyNeeded()) {
            all.forEach(this::keepLonger);
        }
    }

    private void keepLonger(Job job) {
        if (job.state().ended() && dependents.isNeeded(job.id())) {
            schedule(job);
        }
    }

    /** Inserts a job of a snapshot. It cannot be found by id before {@link #restored}. */
    public void restore(Job job) {
        if (!byNumber.add(job)) {
            throw notUnique(job);
        }
        if (job.terms().foreground()) {
            foreground.add(job);
            if (member != MemberDuties.ALONE) {
                duties.owns(member, job.number());
            }
        }
        terms.enter(job.terms());
        tags.enter(job);
        dependents.enter(job);
        dependents.enterCancelled(job);
        batches.enter(job);
        uniqueKeys.insert(job, atMicros);
        enter(job);
        if (job.queue().deleted() && job.queue().waiting() != null) {
            queuesWithOrphans.add(job.queue());
        }
        liveBytes += job.sizeBytes();
        payloads.entered(job);
        schedule(job);
        keepNeeds(job, false, Dependents.keepsNeeds(job));
        if (!dependents.isEmpty() && dependents.nextUnsettled(job.id(), job) != null) {
            dependents.settleLater(job.id());
        }
    }

    /** Inserts a block of a snapshot. Its jobs cannot be found by id before {@link #restored}. */
    public void restore(JobBlock block) {
        Job twice = packed.restore(block);
        if (twice != null) {
            throw notUnique(twice);
        }
        terms.enter(block.terms(), block.packedCount());
        counts.add(State.READY, block.packedCount());
        liveBytes += block.jobBytes();
        if (block.queue().deleted()) {
            queuesWithOrphans.add(block.queue());
        }
        for (int slot = 0; !dependents.isEmpty() && slot < block.count(); slot++) {
            Job job = block.isPacked(slot) ? block.element(slot) : null;
            if (job != null && dependents.nextUnsettled(job.id(), job) != null) {
                dependents.settleLater(job.id());
            }
        }
    }

    /** The jobs of a block of a snapshot can be found by id from now on. */
    void addIds(JobBlock block) {
        Job twice = packed.addIds(block);
        if (twice != null) {
            throw notUnique(twice);
        }
    }

    /** Whose the blocks of a snapshot are. Any thread. */
    public JobBlock.Owner blockOwner() {
        return packed.owner();
    }

    /** The number of jobs in that state. */
    public int jobCount(State wanted) {
        return counts.of(wanted);
    }

    private void enter(Job job) {
        counts.add(job.state(), 1);
        job.queue().enter(job);
        failures.enter(job);
        String holder = job.heldBy();
        if (holder != null) {
            held.enter(holder);
        }
        if (job.ties().limitKey() != null) {
            limits.enter(job);
        }
        qless.enter(job);
    }

    private void leave(Job job) {
        counts.add(job.state(), -1);
        job.queue().leave(job);
        failures.leave(job);
        String holder = job.heldBy();
        if (holder != null) {
            held.leave(holder);
        }
        if (job.ties().limitKey() != null) {
            limits.leave(job);
        }
        qless.leave(job);
    }

    /**
     * Called before every change of a job: removes it from the indexes that depend on its state, and saves it for a
     * snapshot.
     */
    public Job beginChange(Job job) {
        payloads.changes(job);
        if (job.isPacked()) {
            packed.unpackToLeave(job);
        }
        if (snapshot != null) {
            snapshot.beforeChange(job);
        }
        leave(job);
        liveBytes -= job.sizeBytes();
        leasedFrom = job.state() == State.LEASED ? job.queue() : null;
        standingBefore = Standing.of(job);
        keptNeedsBefore = Dependents.keepsNeeds(job);
        payloadBefore = job.payload();
        return job;
    }

    /** Moves the job to another queue. Called between {@link #beginChange} and {@link #endChange}. */
    public void move(Job job, JobQueue queue) {
        JobQueue before = job.queue();
        if (before == queue) {
            return;
        }
        OptionalJobFields fields = job.optionalFields();
        if (fields != null && fields.flow().isDead() && !queue.name().equals(before.name())) {
            fields.flow(fields.flow().alive());
        }
        uniqueKeys.leave(job);
        job.queue(queue);
        LimitKey key = limits.of(job);
        if (key != null) {
            limits.leftQueue(key, before);
        }
        forgetIfEmpty(before);
    }

    /** Called after every change of a job: adds it to the indexes again. */
    public void endChange(Job job) {
        if (snapshot != null) {
            snapshot.afterChange(job.payload(), job.result());
        }
        if (!job.payload().equals(payloadBefore)) {
            payloads.left(payloadBefore);
        }
        payloadBefore = null;
        dependents.forgetCause(job);
        if (job.ties().unique() != null && !uniqueKeys.keeps(job, atMicros)) {
            job.options(job.options().withTies(job.ties().withoutUnique()));
        }
        enter(job);
        liveBytes += job.sizeBytes();
        payloads.changed(job);
        schedule(job);
        if (job.state() != State.LEASED) {
            leaseEnded();
        }
        if (job.state().ended()) {
            schedules.ended(job.id());
        }
        keepNeeds(job, keptNeedsBefore, Dependents.keepsNeeds(job));
        stands(job, standingBefore, Standing.of(job));
        if (job.ties().limitKey() != null) {
            throttling.changed(job);
        }
    }

    /** Keeps the dependencies of the job as long as it needs them; then their retention goes on. */
    private void keepNeeds(Job job, boolean before, boolean now) {
        if (now == before) {
            return;
        }
        for (JobId id : job.flow().needs()) {
            boolean changed = now ? dependents.need(id) : dependents.release(id);
            Job needed = changed ? find(id) : null;
            if (needed != null) {
                schedule(needed);
            }
        }
    }

    /** Counts the job in its batch, and has those come back that were cancelled because of it if it has not failed any more. */
    private void stands(Job job, Standing before, Standing now) {
        if (before == now) {
            return;
        }
        if (before.isFailure() && dependents.nextUnsettled(job.id(), job) != null) {
            dependents.settleLater(job.id());
        }
        batchChanges.moved(job, before, now);
    }

    /** Replaces the payload. No index depends on it, so this needs no {@link #beginChange}. */
    public void payload(Job job, byte[] payload) {
        changes(job);
        if (snapshot != null) {
            snapshot.beforeChange(job);
        }
        liveBytes -= HeapBytes.array(job.payloadLength());
        payloads.left(job.payload());
        job.payload(payload);
        liveBytes += HeapBytes.array(payload);
        if (snapshot != null) {
            snapshot.afterChange(payload, job.result());
        }
    }

    /** Replaces the options. No index depends on them, so this needs no {@link #beginChange}. */
    public void options(Job job, JobOptions options) {
        changes(job);
        if (snapshot != null) {
            snapshot.beforeChange(job);
        }
        liveBytes -= job.sizeBytes();
        job.options(options);
        liveBytes += job.sizeBytes();
        payloads.changed(job);
        if (snapshot != null) {
            snapshot.afterChange(job.payload(), job.result());
        }
    }

    /** Replaces the terms. Called between {@link #beginChange} and {@link #endChange}. */
    public void terms(Job job, Terms value) {
        if (job.terms().foreground() && !value.foreground()) {
            foreground.remove(job);
            duties.gone(job.number());
        }
        terms.enter(value);
        terms.leave(job.terms());
        job.terms(value);
    }

    /** If the queue limits concurrent leases, the end of a lease allows another one. */
    private void leaseEnded() {
        JobQueue queue = leasedFrom;
        leasedFrom = null;
        if (queue != null && limitsLeases(queue) && hasReady(queue, atMicros)) {
            effects.becameReady(queue.name());
        }
    }

    private boolean limitsLeases(JobQueue queue) {
        return queue.isLimited() || qless.limitsConcurrency(queue);
    }

    /** Removes the job. Called after {@link #beginChange}, instead of {@link #endChange}. */
    public void remove(Job job) {
        if (snapshot != null) {
            snapshot.afterChange(null, null);
        }
        payloads.left(payloadBefore);
        payloadBefore = null;
        byId.remove(job);
        byNumber.remove(job);
        if (job.terms().foreground()) {
            foreground.remove(job);
            duties.gone(job.number());
        }
        terms.leave(job.terms());
        tags.leave(job);
        dependents.leave(job);
        dependents.leaveCancelled(job);
        dependents.removed(job, lastNumber);
        batches.leave(job);
        uniqueKeys.leave(job);
        deadlines.set(job, DeadlineHeap.NEVER);
        forgetIfEmpty(job.queue());
        leaseEnded();
        schedules.ended(job.id());
        keepNeeds(job, keptNeedsBefore, false);
        Standing last = Standing.of(job);
        Standing counted = last == Standing.PENDING ? Standing.CANCELLED : last;
        if (counted != standingBefore) {
            batchChanges.moved(job, standingBefore, counted);
        }
        throttling.changed(job);
    }

    private void schedule(Job job) {
        boolean kept = job.state().ended() && dependents.isNeeded(job.id());
        long expires = kept ? DeadlineHeap.NEVER : job.expiresAtMicros();
        long next = Math.min(expires, Math.min(job.waitEndsAtMicros(), job.nextTransitionAtMicros()));
        deadlines.set(job, next);
    }

    /** Removes everything but the counters. A running snapshot is abandoned, because its jobs are gone. */
    public void clear() {
        if (snapshot != null) {
            snapshot.abandon();
        }
        if (effects.awaitsEnds()) {
            forEachJob(job -> {
                if (!job.state().ended() && effects.awaitsEndOf(job.number())) {
                    effects.ended(job.number(), job.id(), EndReason.DELETED, null, null);
                }
            });
        }
        happened("", EventType.ALL_REMOVED);
        if (payloads.any()) {
            forEachJob(payloads::left);
        }
        counts.clear();
        byId.clear();
        packed.clear();
        byNumber.clear();
        foreground.clear();
        duties.allGone();
        queuesByName.clear();
        queuesByNumber.clear();
        queues.clear();
        deletedQueues.clear();
        queuesWithOrphans.clear();
        terms.clear();
        purges.clear();
        schedules.clear();
        webhooks.clear();
        tags.clear();
        failures.clear();
        held.clear();
        dependents.clear();
        batches.clear();
        limits.clear();
        uniqueKeys.clear();
        qless.clear();
        deadlines.clear();
        liveBytes = 0;
    }

    private void forEachJob(Consumer<Job> visitor) {
        for (int from = 0; from < byNumber.size(); from += WORK_PER_ENTRY) {
            byNumber.page(from, WORK_PER_ENTRY).forEach(visitor);
            packed.forgetShown();
        }
    }

    /** Registers the writer, which is then called before every change of a job. Returns the snapshot's number. */
    public int snapshotStarts(StateWriter writer) {
        if (snapshot != null) {
            throw new IllegalStateException("another snapshot is being written");
        }
        snapshot = writer;
        return ++lastSnapshot;
    }

    /** The number of the snapshot that is being written; 0 if there is none. */
    public int snapshotNumber() {
        return snapshot == null ? 0 : lastSnapshot;
    }

    /** What a snapshot holds of data that is no longer live. */
    public long heldBySnapshotBytes() {
        return snapshot == null ? 0 : snapshot.heldBytes();
    }

    public void snapshotEnds() {
        snapshot = null;
    }
}
