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
 * The packed jobs by id. As {@link JobTable}, with numbers in place of references: a number is a block and a slot in it, and the block has
 * the number that is next in the bucket.
 *
 * <p>Invariants: as those of {@link JobTable}, but for a job whose bucket is full, which is not added.
 */
public final class PackedIds {
    /** No job, at the end of a bucket. Others are larger by one, so that an array is empty from the start. */
    private static final int NONE = 0;

    private static final int SLOT_BITS = Integer.numberOfTrailingZeros(PayloadBlock.SLOTS);
    private static final int CHUNK = JobTable.CHUNK;
    private static final int CHUNK_BITS = Integer.numberOfTrailingZeros(CHUNK);
    private static final int[] NO_BUCKETS = {};
    private static final int MOST_BLOCKS = Integer.MAX_VALUE >> SLOT_BITS;

    private final List<@Nullable JobBlock> blocks = new ArrayList<>();
    private int[] freeNumbers = new int[8];
    private int freeCount;
    private int[][] chunks = {new int[CHUNK]};
    private int buckets = CHUNK;
    private int size;

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

    /** The block of the job with that id; null if no packed job has it. */
    public @Nullable JobBlock blockOf(JobId id) {
        int found = size == 0 || !(id instanceof JobId.Hex hex) ? NONE : find(hex);
        return found == NONE ? null : block(found);
    }

    /** The slot of the job with that id, which a block has. */
    public int slotOf(JobId id) {
        return slot(find((JobId.Hex) id));
    }

    private int find(JobId.Hex id) {
        int each = first(bucket(id.hashCode()));
        while (each != NONE && !block(each).hasId(slot(each), id)) {
            each = next(each);
        }
        return each;
    }

    /** Whether there is room for an id with that hash. */
    public boolean hasRoom(int hash) {
        int length = 0;
        for (int each = first(bucket(hash)); each != NONE; each = next(each)) {
            length++;
        }
        return length < JobTable.MOST_IN_BUCKET;
    }

    /** Adds the job of a slot. Its id is in no other. */
    public void add(JobBlock block, int slot) {
        link(entry(block, slot));
        size++;
        if (size > buckets) {
            split();
        }
    }

    /**
     * Adds all jobs of the blocks. In a large table almost every step waits for memory, so they are added by ranges of buckets, which are
     * in the processor's cache meanwhile.
     *
     * @param crowded receives those whose bucket is full, which are not added
     * @return a job whose id another one has; null if all ids differ
     */
    public @Nullable Job fill(List<JobBlock> added, List<Job> crowded) {
        long count = size;
        for (JobBlock block : added) {
            count += block.count();
        }
        while (buckets < count) {
            split();
        }
        return new Filling(added, crowded).run();
    }

    /** The jobs of blocks that are being added. */
    private final class Filling {
        /** At most so many ranges, and so many of them at once: then the jobs of those take little memory. */
        private static final int RANGES = 2048;

        private static final int RANGES_AT_ONCE = 256;

        private final int rangeBits =
                Math.max(CHUNK_BITS, Integer.SIZE - Integer.numberOfLeadingZeros((buckets - 1) / RANGES));
        private final List<JobBlock> added;
        private final List<Job> crowded;
        /** How many jobs are in the ranges before each. */
        private final int[] starts = new int[((buckets - 1) >> rangeBits) + 2];

        Filling(List<JobBlock> added, List<Job> crowded) {
            this.added = added;
            this.crowded = crowded;
            for (JobBlock block : added) {
                for (int slot = 0; slot < block.count(); slot++) {
                    starts[range(block.idHash(slot)) + 1]++;
                }
            }
            for (int i = 1; i < starts.length; i++) {
                starts[i] += starts[i - 1];
            }
        }

        private int range(int hash) {
            return bucket(hash) >> rangeBits;
        }

        @Nullable
        Job run() {
            Job twice = null;
            for (int from = 0; twice == null && from < starts.length - 1; from += RANGES_AT_ONCE) {
                twice = add(sorted(from, Math.min(from + RANGES_AT_ONCE, starts.length - 1)));
            }
            return twice;
        }

        /** The jobs of some ranges, range by range. */
        private int[] sorted(int fromRange, int toRange) {
            int[] sorted = new int[starts[toRange] - starts[fromRange]];
            int[] ends = Arrays.copyOfRange(starts, fromRange, toRange);
            for (JobBlock block : added) {
                for (int slot = 0; slot < block.count(); slot++) {
                    int range = range(block.idHash(slot));
                    if (range >= fromRange && range < toRange) {
                        sorted[ends[range - fromRange]++ - starts[fromRange]] = entry(block, slot);
                    }
                }
            }
            return sorted;
        }

        private @Nullable Job add(int[] entries) {
            for (int entry : entries) {
                JobBlock block = block(entry);
                int slot = slot(entry);
                Job twice = addIfRoom(block, slot);
                if (twice != null) {
                    return twice;
                }
            }
            return null;
        }

        private @Nullable Job addIfRoom(JobBlock block, int slot) {
            int length = 0;
            for (int each = first(bucket(block.idHash(slot))); each != NONE; each = next(each)) {
                if (block.hasSameId(slot, block(each), slot(each))) {
                    return block.element(slot);
                }
                length++;
            }
            if (length < JobTable.MOST_IN_BUCKET) {
                link(entry(block, slot));
                size++;
            } else {
                crowded.add(block.element(slot));
            }
            return null;
        }
    }

    public void remove(JobBlock block, int slot) {
        int entry = entry(block, slot);
        int bucket = bucket(block.idHash(slot));
        int before = NONE;
        int each = first(bucket);
        while (each != entry) {
            if (each == NONE) {
                throw new IllegalStateException("slot " + slot + " of block " + block.number() + " is not here");
            }
            before = each;
            each = next(each);
        }
        if (before == NONE) {
            first(bucket, next(entry));
        } else {
            block(before).next(slot(before), next(entry));
        }
        size--;
        for (int i = 0; i < 2 && buckets > CHUNK && size < buckets / 2; i++) {
            merge();
        }
    }

    public void clear() {
        blocks.clear();
        freeCount = 0;
        Arrays.fill(chunks, NO_BUCKETS);
        chunks[0] = new int[CHUNK];
        buckets = CHUNK;
        size = 0;
    }

    private static int entry(JobBlock block, int slot) {
        return ((block.number() << SLOT_BITS) | slot) + 1;
    }

    private JobBlock block(int entry) {
        JobBlock block = blocks.get((entry - 1) >> SLOT_BITS);
        if (block == null) {
            throw new IllegalStateException("block " + ((entry - 1) >> SLOT_BITS) + " has left");
        }
        return block;
    }

    private static int slot(int entry) {
        return (entry - 1) & (PayloadBlock.SLOTS - 1);
    }

    private int next(int entry) {
        return block(entry).next(slot(entry));
    }

    private void link(int entry) {
        JobBlock block = block(entry);
        int slot = slot(entry);
        int bucket = bucket(block.idHash(slot));
        block.next(slot, first(bucket));
        first(bucket, entry);
    }

    private void split() {
        int from = buckets - Integer.highestOneBit(buckets);
        int moving = first(from);
        first(from, NONE);
        int chunk = buckets >> CHUNK_BITS;
        if (chunk == chunks.length) {
            chunks = Arrays.copyOf(chunks, 2 * chunk);
        }
        if (buckets % CHUNK == 0) {
            chunks[chunk] = new int[CHUNK];
        }
        buckets++;
        linkAll(moving);
    }

    private void merge() {
        int moving = first(buckets - 1);
        first(buckets - 1, NONE);
        buckets--;
        if (buckets % CHUNK == 0) {
            chunks[buckets >> CHUNK_BITS] = NO_BUCKETS;
        }
        linkAll(moving);
    }

    private void linkAll(int first) {
        int each = first;
        while (each != NONE) {
            int next = next(each);
            link(each);
            each = next;
        }
    }

    private int bucket(int hash) {
        return JobTable.bucket(hash, buckets);
    }

    private int first(int bucket) {
        return chunks[bucket >> CHUNK_BITS][bucket & (CHUNK - 1)];
    }

    private void first(int bucket, int entry) {
        chunks[bucket >> CHUNK_BITS][bucket & (CHUNK - 1)] = entry;
    }
}
