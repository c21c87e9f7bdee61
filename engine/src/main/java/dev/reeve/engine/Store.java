package dev.reeve.engine;

import dev.reeve.engine.format.SnapshotWriter;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.queue.JobQueue;
import dev.reeve.engine.queue.RankedSet;
import dev.reeve.engine.timer.Deadlines;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * All state, and its indexes. Commands change jobs through {@link #lifecycle}; the lifecycle and the snapshot reader are
 * the only callers of the changing methods here.
 *
 * <p>What always holds: a job is in {@code byId}, in {@code byNumber} and in the index of its queue that its state names;
 * its next moment is in {@code deadlines}; {@code liveBytes} is the sum over all jobs and queues.
 */
public final class Store {
    private static final Comparator<Job> BY_NUMBER = (a, b) -> Long.compare(a.number(), b.number());
    private static final int SHARED_TERMS = 256;

    private final Lookup<JobId, Job> byId = new Lookup<>();
    private final RankedSet<Job> byNumber = new RankedSet<>(BY_NUMBER);
    private final RankedSet<Job> foreground = new RankedSet<>(BY_NUMBER);
    private final Lookup<String, JobQueue> queuesByName = new Lookup<>();
    private final Lookup<Long, JobQueue> queuesByNumber = new Lookup<>();
    private final RankedSet<JobQueue> queues = new RankedSet<>(JobQueue.BY_NAME);
    private final RankedSet<JobQueue> deletedQueues = new RankedSet<>(JobQueue.BY_NUMBER);
    private final RankedSet<JobQueue> doomedQueues = new RankedSet<>(JobQueue.BY_NUMBER);
    private final Lookup<String, RankedSet<Job>> byTag = new Lookup<>();
    private final Totals totals = new Totals();
    private final Deadlines deadlines = new Deadlines();
    private final Lifecycle lifecycle = new Lifecycle(this);
    private final @Nullable Terms[] sharedTerms = new Terms[SHARED_TERMS];

    private int version;
    private long lastNumber;
    private long lastToken;
    private long lastQueueNumber;
    private long liveBytes;
    private long atMicros;
    private long seed;
    private Effects effects = Effects.NONE;
    private @Nullable SnapshotWriter snapshot;
    private int lastSnapshot;

    void begin(long entryAtMicros, long entrySeed, Effects listener) {
        if (entryAtMicros < atMicros) {
            throw new IllegalStateException("the entry's time " + entryAtMicros + " is before " + atMicros);
        }
        atMicros = entryAtMicros;
        seed = entrySeed;
        effects = listener;
    }

    public Lifecycle lifecycle() {
        return lifecycle;
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

    public int version() {
        return version;
    }

    public void version(int value) {
        version = value;
    }

    /** How many ids are known; as many as there are jobs. */
    int idCount() {
        return byId.size();
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
        JobQueue queue = queuesByName.get(name);
        if (queue == null) {
            queue = new JobQueue(++lastQueueNumber, name);
            insert(queue);
        }
        return queue;
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
        }
    }

    /** From now on the name is free; what the queue still holds goes by its number. */
    void delete(JobQueue queue) {
        queuesByName.remove(queue.name());
        queues.remove(queue);
        queue.deleted(true);
        deletedQueues.add(queue);
        if (queue.waiting() != null) {
            doomedQueues.add(queue);
        }
        forgetIfEmpty(queue);
    }

    /** The next job that has to go because its queue was deleted while it waited; null if there is none. */
    @Nullable
    Job doomed() {
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

    private void forgetIfEmpty(JobQueue queue) {
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

    public Deadlines deadlines() {
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

    /** The jobs that have the tag, by number. */
    public @Nullable RankedSet<Job> tagged(String tag) {
        return byTag.get(tag);
    }

    public long liveBytes() {
        return liveBytes;
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
        job.queue().enter(job);
        if (job.queue().deleted() && job.queue().waiting() != null) {
            doomedQueues.add(job.queue());
        }
        for (String tag : job.extras().tags()) {
            tag(job, tag);
        }
        liveBytes += job.sizeBytes();
        schedule(job);
    }

    private void tag(Job job, String tag) {
        RankedSet<Job> tagged = byTag.get(tag);
        if (tagged == null) {
            tagged = new RankedSet<>(BY_NUMBER);
            byTag.put(tag, tagged);
        }
        tagged.add(job);
    }

    private void untag(Job job, String tag) {
        RankedSet<Job> tagged = byTag.get(tag);
        if (tagged != null && tagged.remove(job) && tagged.isEmpty()) {
            byTag.remove(tag);
        }
    }

    /** Must come before every change of a job: takes it out of the index of its state, and into a running snapshot. */
    Job edit(Job job) {
        if (snapshot != null) {
            snapshot.beforeChange(job);
        }
        job.queue().leave(job);
        liveBytes -= job.sizeBytes();
        return job;
    }

    /** Between {@link #edit} and {@link #edited}: puts the job into another queue. */
    void move(Job job, JobQueue queue) {
        JobQueue before = job.queue();
        job.queue(queue);
        forgetIfEmpty(before);
    }

    /** Ends what {@link #edit} began. */
    void edited(Job job) {
        job.queue().enter(job);
        liveBytes += job.sizeBytes();
        schedule(job);
    }

    /** Ends what {@link #edit} began, by forgetting the job. */
    void remove(Job job) {
        byId.remove(job.id());
        byNumber.remove(job);
        if (job.terms().foreground()) {
            foreground.remove(job);
        }
        for (String tag : job.extras().tags()) {
            untag(job, tag);
        }
        deadlines.set(job, Deadlines.NEVER);
        forgetIfEmpty(job.queue());
    }

    private void schedule(Job job) {
        long next = Math.min(job.expiresAtMicros(), Math.min(job.waitEndsAtMicros(), job.turnsAtMicros()));
        deadlines.set(job, next);
    }

    /** From now on the writer is told of every change; the reply is the number of this snapshot. */
    public int snapshotStarts(SnapshotWriter writer) {
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
