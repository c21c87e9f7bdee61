package dev.reeve.engine.job;

import dev.reeve.engine.collection.DeadlineHeap;
import dev.reeve.engine.collection.Pack;
import dev.reeve.engine.queue.JobQueue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Up to {@link #SLOTS} plain jobs as numbers, with the places of their payloads: what they have in common once, the rest in {@link
 * Columns}. A job is plain if it is ready and has done nothing but wait, its id is no text, and its payload is on disk.
 *
 * <p>Invariant: what a slot has never changes. Who wants to change a packed job unpacks it first; the job then refers to the block for
 * the place of its payload only.
 */
public final class JobBlock extends PayloadBlock implements Pack<Job> {
    private static final int LONGS = 3;
    private static final long OBJECT_BYTES = 128;

    /** What a job takes more in the table of packed jobs by id than in that of objects. */
    private static final long BY_ID_BYTES = 4;

    /** What a place in a tree takes less if a whole leaf is a block. */
    private static final long LEAF_SAVES = HeapBytes.SLOT - 1;

    /** The most that {@link #leafSavedBytes} can be. */
    static final long MOST_LEAF_SAVED_BYTES = 2 * LEAF_SAVES;

    /** Whose blocks these are: it knows which jobs of them somebody looks at. */
    public static final class Owner {
        private final Job glanced = Job.blank();
        private final List<JobBlock> shown = new ArrayList<>();

        /** Nobody refers to a job any more that was shown as an object. */
        public void forgetShown() {
            if (!shown.isEmpty()) {
                shown.forEach(block -> block.shown = null);
                shown.clear();
            }
        }
    }

    private final Owner owner;
    private final int number;
    private final JobQueue queue;
    private final Terms terms;
    private final long priority;
    private final long firstNumber;
    private final long firstCreatedMicros;
    private final int firstOffset;
    private final int offsetStep;
    private final int shortestLength;
    /** The columns of what is to be added to the above; see {@link Columns}. */
    private final byte numbers;

    private final byte creations;
    private final byte offsets;
    private final byte lengths;
    private byte leaves;
    /** The id, high and low, and the sum of the payload, of each slot. */
    private final long[] longs;
    /** Wide columns. */
    private final int[] ints;
    /** Narrow columns. */
    private final char[] chars;

    private long uuids;
    private long packed;
    private @Nullable Job @Nullable [] shown;

    /**
     * Packs the jobs, which still have to be replaced in all indexes.
     *
     * @param number the number of the block
     */
    public JobBlock(Owner owner, int number, List<Job> jobs) {
        super(((StoredPayload) jobs.get(0).payload()).file());
        Job first = jobs.get(0);
        int count = jobs.size();
        this.owner = owner;
        this.number = number;
        this.queue = first.queue();
        this.terms = first.terms();
        this.priority = first.priority();
        this.firstNumber = first.number();
        this.firstCreatedMicros =
                jobs.stream().mapToLong(Job::createdAtMicros).min().orElseThrow();
        StoredPayload[] stored =
                jobs.stream().map(job -> (StoredPayload) job.payload()).toArray(StoredPayload[]::new);
        this.offsetStep = count == 1 ? 0 : stored[1].offset() - stored[0].offset();
        this.firstOffset = firstOffset(stored, offsetStep);
        this.shortestLength =
                Arrays.stream(stored).mapToInt(StoredPayload::length).min().orElseThrow();
        Columns columns = new Columns(count);
        this.numbers = columns.add(slot -> (int) (jobs.get(slot).number() - firstNumber), 1);
        this.creations = columns.add(slot -> (int) (jobs.get(slot).createdAtMicros() - firstCreatedMicros), 0);
        this.offsets = columns.add(slot -> stored[slot].offset() - firstOffset, offsetStep);
        this.lengths = columns.add(slot -> stored[slot].length() - shortestLength, 0);
        this.ints = columns.wide();
        this.chars = columns.narrow();
        this.longs = new long[LONGS * count];
        for (int slot = 0; slot < count; slot++) {
            Job job = jobs.get(slot);
            longs[LONGS * slot] = job.idHigh();
            longs[LONGS * slot + 1] = job.idLow();
            longs[LONGS * slot + 2] = stored[slot].sum();
            uuids |= job.isUuid() ? 1L << slot : 0;
        }
        packed = -1L >>> (Long.SIZE - count);
    }

    /** The offset of the first slot, if they are in steps, as payloads of one length are; the smallest otherwise. */
    private static int firstOffset(StoredPayload[] stored, int step) {
        int smallest = Integer.MAX_VALUE;
        boolean inSteps = true;
        for (int slot = 0; slot < stored.length; slot++) {
            smallest = Math.min(smallest, stored[slot].offset());
            inSteps &= stored[slot].offset() - stored[0].offset() == step * slot;
        }
        return inSteps ? stored[0].offset() : smallest;
    }

    /** Whether the job can be in a block at all. */
    public static boolean mayHave(Job job) {
        return job.isPlain() && job.payloadLength() <= Character.MAX_VALUE;
    }

    /** Whether two jobs can be in one block. The second one has the higher number. */
    public static boolean mayHaveBoth(Job one, Job other) {
        return one.queue() == other.queue()
                && one.terms().equals(other.terms())
                && one.priority() == other.priority()
                && file(one) == file(other)
                && other.number() - one.number() <= Character.MAX_VALUE
                && Math.abs(other.createdAtMicros() - one.createdAtMicros()) <= Integer.MAX_VALUE / 2;
    }

    private static int file(Job job) {
        return ((StoredPayload) job.payload()).file();
    }

    /** The number of the block. */
    public int number() {
        return number;
    }

    public int count() {
        return longs.length / LONGS;
    }

    /** Whether the job of the slot is packed. */
    public boolean isPacked(int slot) {
        return ((packed >>> slot) & 1) != 0;
    }

    public boolean anyPacked() {
        return packed != 0;
    }

    /** The earliest deadline of a job of the block, with those that have gone. */
    public long deadlineMicros() {
        return DeadlineHeap.after(firstCreatedMicros, terms.ttlMicros());
    }

    /** The block is a leaf by itself in so many of the two trees. */
    public void leaves(int count) {
        leaves = (byte) count;
    }

    /** What the places of a job in the two trees take less. */
    long leafSavedBytes() {
        return leaves * LEAF_SAVES;
    }

    /** The job is an object from now on. */
    public void unpacked(int slot, Job job) {
        Job known = shown == null ? null : shown[slot];
        if (known != job || !isPacked(slot)) {
            throw new IllegalStateException("job " + job.number() + " is another object, or unpacked already");
        }
        packed &= ~(1L << slot);
        job.unpacked();
    }

    public long idHash(int slot) {
        return JobId.Hex.longHash(isUuid(slot), longs[LONGS * slot], longs[LONGS * slot + 1]);
    }

    public boolean hasId(int slot, JobId.Hex id) {
        return longs[LONGS * slot + 1] == id.low() && longs[LONGS * slot] == id.high() && isUuid(slot) == id.dashes();
    }

    private boolean isUuid(int slot) {
        return ((uuids >>> slot) & 1) != 0;
    }

    @Override
    public Job element(int slot) {
        if (shown == null) {
            shown = new Job[count()];
            owner.shown.add(this);
        }
        Job job = shown[slot];
        if (job == null) {
            job = Job.blank();
            load(slot, job);
            shown[slot] = job;
        }
        return job;
    }

    @Override
    public Job glance(int slot) {
        load(slot, owner.glanced);
        return owner.glanced;
    }

    private void load(int slot, Job into) {
        into.load(
                firstNumber + value(numbers, slot, 1),
                isUuid(slot),
                longs[LONGS * slot],
                longs[LONGS * slot + 1],
                firstCreatedMicros + value(creations, slot, 0));
        into.load(this, slot, queue, terms, priority);
    }

    private int value(byte column, int slot, int step) {
        return Columns.value(chars, ints, column, slot, count(), step);
    }

    @Override
    int offset(int slot) {
        return firstOffset + value(offsets, slot, offsetStep);
    }

    @Override
    int length(int slot) {
        return shortestLength + value(lengths, slot, 0);
    }

    @Override
    long sum(int slot) {
        return longs[LONGS * slot + 2];
    }

    @Override
    long sizeBytes() {
        return OBJECT_BYTES
                + BY_ID_BYTES * count()
                + HeapBytes.array(8L * longs.length)
                + HeapBytes.array(4L * ints.length)
                + HeapBytes.array(2L * chars.length);
    }
}
