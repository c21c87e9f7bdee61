package dev.reeve.engine.collection;

import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The jobs by id: a hash table whose entries are the jobs themselves, chained in buckets. It grows and shrinks by a bucket or two at a
 * time (linear hashing), so that no change takes long however many jobs there are. It has no iteration, as {@link NonIterableMap}.
 *
 * <p>Clients choose the ids and may choose many with the same hash. A job whose bucket is full is kept in a sorted set instead, which
 * is empty otherwise.
 *
 * <p>Invariants: a job is in the bucket that its hash has with the current number of buckets, or in {@code crowded}; a bucket has at
 * most {@link #MOST_IN_BUCKET} jobs; in the mean it has between a half and one, unless the table is small.
 */
public final class JobTable {
    static final int MOST_IN_BUCKET = 16;
    static final int CHUNK = 1024;
    private static final int CHUNK_BITS = Integer.numberOfTrailingZeros(CHUNK);
    private static final int GOLDEN_RATIO = 0x9E3779B9;
    private static final Job[] NO_BUCKETS = {};

    private @Nullable Job[][] chunks = {new Job[CHUNK]};
    private int buckets = CHUNK;
    private int chained;
    /** Without it the compiler could leave out what {@link #prepare} reads. */
    private int touched;

    private final RankedSet<Job> crowded = new RankedSet<>((a, b) -> JobId.ORDER.compare(a.id(), b.id()));

    public int size() {
        return chained + crowded.size();
    }

    /** The number of buckets. */
    int buckets() {
        return buckets;
    }

    /** The number of jobs for which their buckets had no room. */
    int crowded() {
        return crowded.size();
    }

    /** The sum of the hashes of all jobs that were touched ahead. */
    int touched() {
        return touched;
    }

    public @Nullable Job get(JobId id) {
        Job job = first(bucket(id.hashCode()));
        while (job != null && !job.hasId(id)) {
            job = job.nextInBucket();
        }
        return job != null || crowded.isEmpty() ? job : getCrowded(id);
    }

    private @Nullable Job getCrowded(JobId id) {
        List<Job> next = crowded.page(crowded.rankOf(job -> JobId.ORDER.compare(job.id(), id)), 1);
        return !next.isEmpty() && next.get(0).hasId(id) ? next.get(0) : null;
    }

    /**
     * Prepares the table for many jobs that are added next. In a large table almost every step waits for memory. Here the steps
     * do not depend on each other, so that the processor waits for several of them at once.
     */
    public void prepare(List<Job> jobs) {
        for (int i = 0; i < jobs.size() && sourceOf(buckets + i) < buckets; i++) {
            touch(sourceOf(buckets + i));
        }
        while (buckets < chained + jobs.size()) {
            split();
        }
        for (Job job : jobs) {
            touch(bucket(job.idHash()));
        }
    }

    private void touch(int bucket) {
        for (Job job = first(bucket); job != null; job = job.nextInBucket()) {
            touched += job.idHash();
        }
    }

    /** The bucket from which this one is split. */
    private static int sourceOf(int bucket) {
        return bucket - Integer.highestOneBit(bucket);
    }

    /** Adds the job; returns false if there is one with its id. */
    public boolean add(Job job) {
        if (get(job.id()) != null) {
            return false;
        }
        link(job);
        if (chained > buckets) {
            split();
        }
        return true;
    }

    /** Removes the job; returns false if it is not here. */
    public boolean remove(Job job) {
        if (!unlink(job)) {
            return !crowded.isEmpty() && crowded.remove(job);
        }
        // Two, because a job less allows two buckets less.
        for (int i = 0; i < 2 && buckets > CHUNK && chained < buckets / 2; i++) {
            merge();
        }
        return true;
    }

    public void clear() {
        Arrays.fill(chunks, NO_BUCKETS);
        chunks[0] = new Job[CHUNK];
        buckets = CHUNK;
        chained = 0;
        crowded.clear();
    }

    private void link(Job job) {
        int bucket = bucket(job.idHash());
        Job first = first(bucket);
        int length = 0;
        for (Job each = first; each != null; each = each.nextInBucket()) {
            length++;
        }
        if (length >= MOST_IN_BUCKET) {
            crowded.add(job);
        } else {
            job.nextInBucket(first);
            first(bucket, job);
            chained++;
        }
    }

    private boolean unlink(Job job) {
        int bucket = bucket(job.idHash());
        Job before = null;
        Job each = first(bucket);
        while (each != null && each != job) {
            before = each;
            each = each.nextInBucket();
        }
        if (each == null) {
            return false;
        }
        if (before == null) {
            first(bucket, job.nextInBucket());
        } else {
            before.nextInBucket(job.nextInBucket());
        }
        job.nextInBucket(null);
        chained--;
        return true;
    }

    /** Adds a bucket, to which about half of the jobs of another one move. */
    private void split() {
        int chunk = buckets >> CHUNK_BITS;
        if (chunk == chunks.length) {
            chunks = Arrays.copyOf(chunks, 2 * chunk);
        }
        if (buckets % CHUNK == 0) {
            chunks[chunk] = new Job[CHUNK];
        }
        Job moving = take(sourceOf(buckets));
        buckets++;
        linkAll(moving);
    }

    /** Removes the last bucket; its jobs move to the one from which it was split. */
    private void merge() {
        Job moving = take(buckets - 1);
        buckets--;
        if (buckets % CHUNK == 0) {
            chunks[buckets >> CHUNK_BITS] = NO_BUCKETS;
        }
        linkAll(moving);
    }

    private @Nullable Job take(int bucket) {
        Job first = first(bucket);
        first(bucket, null);
        return first;
    }

    private void linkAll(@Nullable Job first) {
        Job job = first;
        while (job != null) {
            Job next = job.nextInBucket();
            chained--;
            job.nextInBucket(null);
            link(job);
            job = next;
        }
    }

    private int bucket(int hash) {
        int mixed = hash * GOLDEN_RATIO;
        mixed ^= mixed >>> 15;
        int half = Integer.highestOneBit(buckets);
        int bucket = mixed & (2 * half - 1);
        return bucket < buckets ? bucket : bucket & (half - 1);
    }

    private @Nullable Job first(int bucket) {
        return chunks[bucket >> CHUNK_BITS][bucket & (CHUNK - 1)];
    }

    private void first(int bucket, @Nullable Job job) {
        chunks[bucket >> CHUNK_BITS][bucket & (CHUNK - 1)] = job;
    }
}
