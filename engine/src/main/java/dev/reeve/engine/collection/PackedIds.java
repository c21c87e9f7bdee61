package dev.reeve.engine.collection;

import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobBlock;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.PayloadBlock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The packed jobs by id: a hash table that grows and shrinks by a bucket at a time (linear hashing), as {@link JobTable}. A bucket is one array with a {@link Prints print} and a number for each of its jobs. The number is that of a block and a slot in it.
 * The print has what is left of the hash of the id beside the bucket. So a lookup of an id that no job has looks at one bucket and at no
 * block, but for one in tens of thousands; and a bucket is split without its blocks.
 *
 * <p>Clients choose the ids and may choose many with the same hash. A job is not added if its bucket has no room for its hash.
 *
 * <p>Invariants: a job is in the bucket that its hash has with the current number of buckets. A bucket has its jobs first, then a few
 * empty entries.
 */
public final class PackedIds {
    /** The number of no job. Others are larger by one, so that an array is empty from the start. */
    private static final int NONE = 0;

    /** As many jobs in a bucket, in the mean: then its array is a tenth larger than what it has. */
    static final int MEAN_IN_BUCKET = 48;

    /** A bucket grows by so many. */
    private static final int STEP = 4;

    /** More than an even hash ever gives; each lookup reads the whole bucket. */
    static final int MOST_IN_BUCKET = 4 * MEAN_IN_BUCKET;

    /** Who looks for one of them looks at the blocks of all. */
    static final int MOST_OF_ONE_HASH = 16;

    private static final int FEWEST_BUCKETS = 64;
    private static final int SLOT_BITS = Integer.numberOfTrailingZeros(PayloadBlock.SLOTS);
    private static final int CHUNK = 1024;
    private static final int CHUNK_BITS = Integer.numberOfTrailingZeros(CHUNK);
    private static final byte[] EMPTY = {};
    private static final byte[][] NO_BUCKETS = {};
    private static final int MOST_BLOCKS = Integer.MAX_VALUE >> SLOT_BITS;

    private final List<@Nullable JobBlock> blocks = new ArrayList<>();
    private int[] freeNumbers = new int[8];
    private int freeCount;
    private byte[][][] chunks = {newChunk()};
    private int buckets = FEWEST_BUCKETS;
    private int size;
    /** Depends on all that {@link #approach} has read: otherwise the compiler would leave the reads out. */
    int approached;

    private static byte[][] newChunk() {
        byte[][] chunk = new byte[CHUNK][];
        Arrays.fill(chunk, EMPTY);
        return chunk;
    }

    /** The number of packed jobs. */
    public int size() {
        return size;
    }

    /** The number for the next block; negative if there are too many. */
    public int nextNumber() {
        if (freeCount > 0) {
            return freeNumbers[freeCount - 1];
        }
        return blocks.size() < MOST_BLOCKS ? blocks.size() : -1;
    }

    /** The block has its number from now on. */
    public void enter(JobBlock block) {
        if (block.number() == blocks.size()) {
            blocks.add(block);
        } else {
            blocks.set(block.number(), block);
            freeCount--;
        }
    }

    /** No job of the block is packed any more. */
    public void leave(JobBlock block) {
        blocks.set(block.number(), null);
        if (freeCount == freeNumbers.length) {
            freeNumbers = Arrays.copyOf(freeNumbers, 2 * freeCount);
        }
        freeNumbers[freeCount++] = block.number();
    }

    /** What finds a slot of a block; see {@link #find}. */
    public interface Visitor<T> {
        T found(JobBlock block, int slot);
    }

    /** Passes the block and the slot of the job with that id to the visitor; null if no packed job has it. */
    public <T> @Nullable T find(JobId id, Visitor<T> visitor) {
        if (size == 0 || !(id instanceof JobId.Hex hex)) {
            return null;
        }
        long hash = hex.longHash();
        int bucket = bucket(hash);
        byte[] entries = entries(bucket);
        int print = Prints.of(hash, depth(bucket));
        int count = Prints.capacity(entries);
        for (int at = 0; at < count; at++) {
            if (Prints.mayBe(Prints.print(entries, at), print)) {
                int number = Prints.number(entries, at);
                JobBlock block = block(number);
                if (block.hasId(slot(number), hex)) {
                    return visitor.found(block, slot(number));
                }
            }
        }
        return null;
    }

    /** Adds the blocks whose columns a lookup of the id needs, and does not have. */
    public void addAbsent(JobId id, List<JobBlock> absent) {
        if (size == 0 || !(id instanceof JobId.Hex hex)) {
            return;
        }
        long hash = hex.longHash();
        int bucket = bucket(hash);
        byte[] entries = entries(bucket);
        int print = Prints.of(hash, depth(bucket));
        for (int at = Prints.capacity(entries) - 1; at >= 0; at--) {
            if (Prints.mayBe(Prints.print(entries, at), print)) {
                JobBlock block = block(Prints.number(entries, at));
                if (!block.hasColumns()) {
                    absent.add(block);
                }
            }
        }
    }

    /** The block with that number; null if there is none. */
    public @Nullable JobBlock withNumber(int number) {
        return number < blocks.size() ? blocks.get(number) : null;
    }

    /** All numbers of blocks are below. */
    public int endOfNumbers() {
        return blocks.size();
    }

    /** Reads from the buckets of the jobs, which mostly are in no cache: here the processor waits for many of them at once, and later for none. */
    public void approach(List<Job> jobs) {
        int seen = 0;
        for (Job job : jobs) {
            byte[] entries = entries(bucket(job.longIdHash()));
            int end = entries.length;
            seen += end == 0 ? 0 : entries[0] + entries[end / 2] + entries[end - 1];
        }
        approached = seen;
    }

    /** Whether there is room for an id with that hash. */
    public boolean hasRoom(long hash) {
        int bucket = bucket(hash);
        byte[] entries = entries(bucket);
        return count(entries) < MOST_IN_BUCKET && like(entries, Prints.of(hash, depth(bucket))) < MOST_OF_ONE_HASH;
    }

    /** How many of the entries may have that hash. */
    private static int like(byte[] entries, int print) {
        int like = 0;
        for (int at = Prints.capacity(entries) - 1; at >= 0; at--) {
            like += Prints.mayBe(Prints.print(entries, at), print) ? 1 : 0;
        }
        return like;
    }

    /** Adds the job of a slot. Its id is in no other. */
    public void add(JobBlock block, int slot) {
        long hash = block.idHash(slot);
        int bucket = bucket(hash);
        add(bucket, Prints.of(hash, depth(bucket)), number(block, slot));
        entered();
    }

    private void add(int bucket, int print, int number) {
        byte[] entries = entries(bucket);
        int count = count(entries);
        if (count == Prints.capacity(entries)) {
            entries = Prints.resized(entries, count, count + STEP);
            entries(bucket, entries);
        }
        Prints.put(entries, count, print, number);
    }

    /**
     * Adds all jobs of the blocks. In a large table almost every step waits for memory, and each bucket grows many times. So the jobs are
     * sorted by bucket first.
     *
     * @param crowded receives those whose bucket has no room, which are not added
     * @return a job whose id another one has; null if all ids differ
     */
    public @Nullable Job fill(List<JobBlock> added, List<Slot> crowded) {
        long count = size;
        for (JobBlock block : added) {
            count += block.count();
        }
        while ((long) MEAN_IN_BUCKET * buckets < count) {
            split();
        }
        return new Filling(added, crowded).run();
    }

    /** The jobs of blocks that are being added, sorted by bucket: each bucket is written once. */
    private final class Filling {
        /**
         * Buckets with so many jobs are filled at once, or an eighth of all: then what is sorted takes little memory, and the blocks are
         * not read too often.
         */
        private static final int JOBS_AT_ONCE = 1 << 22;

        private static final int MOST_PARTS = 8;

        private final List<JobBlock> added;
        private final List<Slot> crowded;
        /** How many jobs are in the buckets before each. */
        private final int[] starts = new int[buckets + 1];
        /** The prints of a bucket. */
        private final int[] prints = new int[MOST_IN_BUCKET];

        Filling(List<JobBlock> added, List<Slot> crowded) {
            this.added = added;
            this.crowded = crowded;
            for (JobBlock block : added) {
                for (int slot = 0; slot < block.count(); slot++) {
                    starts[bucket(block.idHash(slot)) + 1]++;
                }
            }
            for (int i = 1; i < starts.length; i++) {
                starts[i] += starts[i - 1];
            }
        }

        @Nullable
        Job run() {
            int parts = Math.min(MOST_PARTS, 1 + starts[buckets] / JOBS_AT_ONCE);
            int step = (buckets + parts - 1) / parts;
            Job twice = null;
            for (int from = 0; twice == null && from < buckets; from += step) {
                twice = fill(from, Math.min(from + step, buckets));
            }
            return twice;
        }

        private @Nullable Job fill(int from, int to) {
            int first = starts[from];
            int[] numbers = new int[starts[to] - first];
            int[] newPrints = new int[numbers.length];
            int[] ends = Arrays.copyOfRange(starts, from, to);
            for (JobBlock block : added) {
                for (int slot = 0; slot < block.count(); slot++) {
                    long hash = block.idHash(slot);
                    int bucket = bucket(hash);
                    if (bucket >= from && bucket < to) {
                        int at = ends[bucket - from]++ - first;
                        numbers[at] = number(block, slot);
                        newPrints[at] = Prints.of(hash, depth(bucket));
                    }
                }
            }
            Job twice = null;
            for (int bucket = from; twice == null && bucket < to; bucket++) {
                if (starts[bucket] < starts[bucket + 1]) {
                    twice = fill(bucket, numbers, newPrints, starts[bucket] - first, starts[bucket + 1] - first);
                }
            }
            return twice;
        }

        /** Adds the jobs from one place to another to the bucket. */
        private @Nullable Job fill(int bucket, int[] numbers, int[] newPrints, int from, int to) {
            byte[] before = entries(bucket);
            int count = count(before);
            byte[] entries = Prints.resized(before, count, Math.min(MOST_IN_BUCKET, count + to - from));
            for (int at = 0; at < count; at++) {
                prints[at] = Prints.print(before, at);
            }
            for (int i = from; i < to; i++) {
                int print = newPrints[i];
                int like = 0;
                for (int at = 0; at < count; at++) {
                    if (Prints.mayBe(prints[at], print)) {
                        like++;
                        if (isSame(numbers[i], Prints.number(entries, at))) {
                            return element(numbers[i]);
                        }
                    }
                }
                if (count < MOST_IN_BUCKET && like < MOST_OF_ONE_HASH) {
                    Prints.put(entries, count, print, numbers[i]);
                    prints[count++] = print;
                    size++;
                } else {
                    crowded.add(new Slot(block(numbers[i]), slot(numbers[i])));
                }
            }
            entries(bucket, entries);
            return null;
        }

        private boolean isSame(int number, int other) {
            return block(number).hasSameId(slot(number), block(other), slot(other));
        }

        private Job element(int number) {
            return block(number).element(slot(number));
        }
    }

    /** A job of a block. */
    public record Slot(JobBlock block, int slot) {}

    /**
     * Adds the job of a slot, unless another one has its id.
     *
     * @param crowded receives it if its bucket has no room; then it is not added
     * @return the job, if another one has its id
     */
    public @Nullable Job addIfRoom(JobBlock block, int slot, List<Slot> crowded) {
        long hash = block.idHash(slot);
        int bucket = bucket(hash);
        byte[] entries = entries(bucket);
        int print = Prints.of(hash, depth(bucket));
        int like = 0;
        int count = count(entries);
        for (int at = 0; at < count; at++) {
            if (Prints.mayBe(Prints.print(entries, at), print)) {
                int other = Prints.number(entries, at);
                if (block.hasSameId(slot, block(other), slot(other))) {
                    return block.element(slot);
                }
                like++;
            }
        }
        if (count < MOST_IN_BUCKET && like < MOST_OF_ONE_HASH) {
            add(bucket, print, number(block, slot));
            entered();
        } else {
            crowded.add(new Slot(block, slot));
        }
        return null;
    }

    /** There is one more. */
    private void entered() {
        size++;
        if (size > (long) MEAN_IN_BUCKET * buckets) {
            split();
        }
    }

    public void remove(JobBlock block, int slot) {
        int number = number(block, slot);
        int bucket = bucket(block.idHash(slot));
        byte[] entries = entries(bucket);
        int count = count(entries);
        int at = 0;
        while (at < count && Prints.number(entries, at) != number) {
            at++;
        }
        if (at == count) {
            throw new IllegalStateException("slot " + slot + " of block " + block.number() + " is not here");
        }
        int last = count - 1;
        Prints.put(entries, at, Prints.print(entries, last), Prints.number(entries, last));
        Prints.put(entries, last, Prints.NONE, NONE);
        if (Prints.capacity(entries) - last >= 2 * STEP) {
            entries(bucket, last == 0 ? EMPTY : Prints.resized(entries, last, last + STEP));
        }
        size--;
        if (buckets > FEWEST_BUCKETS && size < (long) MEAN_IN_BUCKET / 2 * buckets) {
            merge();
        }
    }

    public void clear() {
        blocks.clear();
        freeCount = 0;
        chunks = new byte[][][] {newChunk()};
        buckets = FEWEST_BUCKETS;
        size = 0;
    }

    /** The number of buckets. */
    int buckets() {
        return buckets;
    }

    /** At how many blocks a lookup of the id looks. */
    int blocksLookedAt(JobId.Hex id) {
        long hash = id.longHash();
        int bucket = bucket(hash);
        return like(entries(bucket), Prints.of(hash, depth(bucket)));
    }

    /** What all buckets take of the heap. */
    long sizeBytes() {
        long bytes = 0;
        for (int bucket = 0; bucket < buckets; bucket++) {
            int length = entries(bucket).length;
            bytes += Integer.BYTES + (length == 0 ? 0 : (16 + length + 7) & ~7);
        }
        return bytes;
    }

    private static int number(JobBlock block, int slot) {
        return ((block.number() << SLOT_BITS) | slot) + 1;
    }

    private JobBlock block(int number) {
        JobBlock block = blocks.get((number - 1) >> SLOT_BITS);
        if (block == null) {
            throw new IllegalStateException("block " + ((number - 1) >> SLOT_BITS) + " has left");
        }
        return block;
    }

    private static int slot(int number) {
        return (number - 1) & (PayloadBlock.SLOTS - 1);
    }

    /** Adds a bucket, to which about half of the jobs of another one move. */
    private void split() {
        int from = buckets - Integer.highestOneBit(buckets);
        byte[] moving = entries(from);
        int chunk = buckets >> CHUNK_BITS;
        if (chunk == chunks.length) {
            chunks = Arrays.copyOf(chunks, 2 * chunk);
            Arrays.fill(chunks, chunk, 2 * chunk, NO_BUCKETS);
        }
        if (chunks[chunk].length == 0) {
            chunks[chunk] = newChunk();
        }
        int to = buckets++;
        int count = count(moving);
        int leaving = 0;
        for (int at = 0; at < count; at++) {
            leaving += Prints.nextBit(Prints.print(moving, at));
        }
        byte[][] halves = {Prints.withRoomFor(count - leaving), Prints.withRoomFor(leaving)};
        int[] counts = new int[halves.length];
        for (int at = 0; at < count; at++) {
            int print = Prints.print(moving, at);
            int half = Prints.nextBit(print);
            Prints.put(halves[half], counts[half]++, Prints.deeper(print), Prints.number(moving, at));
        }
        entries(from, halves[0]);
        entries(to, halves[1]);
    }

    /** Removes the last bucket; its jobs move to the one from which it was split. */
    private void merge() {
        int last = --buckets;
        int to = last - Integer.highestOneBit(last);
        byte[] staying = entries(to);
        byte[] moving = entries(last);
        entries(last, EMPTY);
        if (last % CHUNK == 0) {
            chunks[last >> CHUNK_BITS] = NO_BUCKETS;
        }
        entries(to, Prints.withRoomFor(count(staying) + count(moving)));
        addAll(to, staying, 0);
        addAll(to, moving, 1);
    }

    private void addAll(int bucket, byte[] entries, int bit) {
        int count = count(entries);
        for (int at = 0; at < count; at++) {
            add(bucket, Prints.shallower(Prints.print(entries, at), bit), Prints.number(entries, at));
        }
    }

    /** The number of jobs in the bucket. The empty entries are last, and few. */
    private static int count(byte[] entries) {
        int count = Prints.capacity(entries);
        while (count > 0 && Prints.number(entries, count - 1) == NONE) {
            count--;
        }
        return count;
    }

    private int bucket(long hash) {
        int half = Integer.highestOneBit(buckets);
        int bucket = (int) hash & (2 * half - 1);
        return bucket < buckets ? bucket : bucket & (half - 1);
    }

    /** How many bits of the hash the bucket has in common. */
    private int depth(int bucket) {
        int half = Integer.highestOneBit(buckets);
        int bits = Integer.numberOfTrailingZeros(half);
        return bucket >= half || bucket + half < buckets ? bits + 1 : bits;
    }

    private byte[] entries(int bucket) {
        return chunks[bucket >> CHUNK_BITS][bucket & (CHUNK - 1)];
    }

    private void entries(int bucket, byte[] entries) {
        chunks[bucket >> CHUNK_BITS][bucket & (CHUNK - 1)] = entries;
    }
}
