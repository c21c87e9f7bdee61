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

    /** The jobs of so many buckets are read at once before these are split. It divides {@link #CHUNK}. */
    private static final int AHEAD = 16;

    /** At most about so many: the ends of all, and the buckets of one, fit the cache of a processor. */
    private static final int RANGES = 512;

    private @Nullable Job[][] chunks = {new Job[CHUNK]};
    private int buckets = CHUNK;
    private int chained;

    /** What was read ahead. It is written only, so that the reads are not left out. */
    @SuppressWarnings("unused")
    private int lastRead;

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
     * Adds all jobs to an empty table. In a large table almost every step waits for memory. So the jobs are sorted by ranges of
     * buckets first: the buckets of a range are in the processor's cache, and a job in a bucket is read only if its hash is the same.
     * Takes 20 bytes of heap a job meanwhile.
     *
     * @return a job whose id another one has; null if all ids differ
     */
    public @Nullable Job fill(List<Job> jobs) {
        if (size() > 0) {
            throw new IllegalStateException("the table has jobs already");
        }
        while (buckets < jobs.size()) {
            addBucket();
        }
        return new Filling(jobs).run();
    }

    /** The jobs of a table that is being filled. */
    private final class Filling {
        private final int rangeBits =
                Math.max(CHUNK_BITS, Integer.SIZE - Integer.numberOfLeadingZeros(buckets / RANGES));
        private final List<Job> jobs;
        /** Where in the order by range a range begins. */
        private final int[] starts = new int[(buckets >> rangeBits) + 2];
        /** In the order by range: which job it is, its hash, and where the one before it in its bucket is, from 1 on. */
        private final int[] sorted;

        private final int[] hashes;
        private final int[] befores;
        /** For each bucket of a range where its last job is, from 1 on. */
        private final int[] lasts = new int[1 << rangeBits];
        /** For each job which job is next in its bucket, from 1 on. */
        private final int[] nexts;

        Filling(List<Job> jobs) {
            this.jobs = jobs;
            sorted = new int[jobs.size()];
            hashes = new int[jobs.size()];
            befores = new int[jobs.size()];
            nexts = new int[jobs.size()];
            for (Job job : jobs) {
                starts[range(job.idHash()) + 1]++;
            }
            for (int i = 1; i < starts.length; i++) {
                starts[i] += starts[i - 1];
            }
            int[] ends = starts.clone();
            for (int i = 0; i < sorted.length; i++) {
                int hash = jobs.get(i).idHash();
                int at = ends[range(hash)]++;
                sorted[at] = i;
                hashes[at] = hash;
            }
        }

        private int range(int hash) {
            return bucket(hash) >> rangeBits;
        }

        @Nullable
        Job run() {
            for (int range = 0; range + 1 < starts.length; range++) {
                Job twice = findNexts(range << rangeBits, starts[range], starts[range + 1]);
                if (twice != null) {
                    return twice;
                }
            }
            link();
            return null;
        }

        private @Nullable Job findNexts(int firstBucket, int from, int to) {
            Arrays.fill(lasts, 0);
            for (int at = from; at < to; at++) {
                if (!findNext(bucket(hashes[at]) - firstBucket, at)) {
                    return jobs.get(sorted[at]);
                }
            }
            for (int i = 0; i < lasts.length; i++) {
                if (lasts[i] != 0) {
                    first(firstBucket + i, jobs.get(sorted[lasts[i] - 1]));
                }
            }
            return null;
        }

        /** Returns false if another job has the id. */
        private boolean findNext(int bucket, int at) {
            int length = 0;
            for (int other = lasts[bucket]; other != 0; other = befores[other - 1]) {
                if (hashes[other - 1] == hashes[at] && isSame(sorted[other - 1], sorted[at])) {
                    return false;
                }
                length++;
            }
            if (length >= MOST_IN_BUCKET) {
                return crowded.add(jobs.get(sorted[at]));
            }
            nexts[sorted[at]] = length == 0 ? 0 : sorted[lasts[bucket] - 1] + 1;
            befores[at] = lasts[bucket];
            lasts[bucket] = at + 1;
            chained++;
            return true;
        }

        private boolean isSame(int one, int other) {
            return jobs.get(one).hasId(jobs.get(other).id());
        }

        /** Changes the jobs in the order in which they are in memory. A change waits for all reads before it, so these are many at once. */
        private void link() {
            @Nullable Job[] read = new Job[CHUNK];
            for (int from = 0; from < nexts.length; from += CHUNK) {
                int count = Math.min(CHUNK, nexts.length - from);
                for (int i = 0; i < count; i++) {
                    read[i] = nexts[from + i] == 0 ? null : jobs.get(nexts[from + i] - 1);
                }
                for (int i = 0; i < count; i++) {
                    if (read[i] != null) {
                        jobs.get(from + i).nextInBucket(read[i]);
                    }
                }
            }
        }
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
        unlink(job, before, bucket);
        return true;
    }

    /** Takes the job out of the bucket, in which it follows the other one; null if it is the first. */
    private void unlink(Job job, @Nullable Job before, int bucket) {
        if (before == null) {
            first(bucket, job.nextInBucket());
        } else {
            before.nextInBucket(job.nextInBucket());
        }
        job.nextInBucket(null);
        chained--;
    }

    /** Adds a bucket, to which about half of the jobs of another one move. Those that stay are not written to. */
    private void split() {
        int bucket = buckets - Integer.highestOneBit(buckets);
        if (bucket % AHEAD == 0) {
            readFrom(bucket);
        }
        addBucket();
        Job staying = null;
        Job job = first(bucket);
        while (job != null) {
            Job next = job.nextInBucket();
            if (bucket(job.idHash()) == bucket) {
                staying = job;
            } else {
                unlink(job, staying, bucket);
                link(job);
            }
            job = next;
        }
    }

    /**
     * Reads the first jobs of the buckets that are split next. In a large table each of them has to come from memory. Read one after the
     * other with nothing in between, they come together; read when its bucket is split, each is waited for.
     */
    private void readFrom(int bucket) {
        int read = 0;
        for (int i = 0; i < AHEAD; i++) {
            Job first = first(bucket + i);
            read += first == null ? 0 : first.idHash();
        }
        lastRead = read;
    }

    private void addBucket() {
        int chunk = buckets >> CHUNK_BITS;
        if (chunk == chunks.length) {
            chunks = Arrays.copyOf(chunks, 2 * chunk);
        }
        if (buckets % CHUNK == 0) {
            chunks[chunk] = new Job[CHUNK];
        }
        buckets++;
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
        return bucket(hash, buckets);
    }

    /** The bucket of that hash in a table of so many. */
    static int bucket(int hash, int buckets) {
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
