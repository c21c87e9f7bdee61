package dev.reeve.engine.job;

import dev.reeve.engine.collection.DeadlineHeap;
import dev.reeve.engine.collection.Pack;
import dev.reeve.engine.queue.JobQueue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Up to {@link #SLOTS} plain jobs as numbers, with the places of their payloads: what they have in common once, the rest in columns. A job
 * is plain if it is ready and has done nothing but wait, its id is no text, and its payload is on disk.
 *
 * <p>Invariant: what a slot has never changes. Who wants to change a packed job unpacks it first; the job then refers to the block for
 * the place of its payload only.
 */
public final class JobBlock extends PayloadBlock implements Pack<Job> {
    private static final int LONGS = 3;
    private static final int INTS = 3;
    private static final int CHARS = 2;
    private static final int OFFSET = 0;
    private static final int CREATED = 1;
    private static final int NEXT = 2;
    private static final long OBJECT_BYTES = 112;

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
    private final long deadlineMicros;
    /** The id, high and low, and the sum of the payload, of each slot. */
    private final long[] longs;
    /** The offset of the payload, the creation after the first, and the next in the bucket of the table by id. */
    private final int[] ints;
    /** The number after the first, and the length of the payload. */
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
        this.longs = new long[LONGS * count];
        this.ints = new int[INTS * count];
        this.chars = new char[CHARS * count];
        long created = Long.MAX_VALUE;
        for (Job job : jobs) {
            created = Math.min(created, job.createdAtMicros());
        }
        this.firstCreatedMicros = created;
        this.deadlineMicros = DeadlineHeap.after(created, terms.ttlMicros());
        for (int slot = 0; slot < count; slot++) {
            put(slot, jobs.get(slot));
        }
        packed = -1L >>> (Long.SIZE - count);
    }

    private void put(int slot, Job job) {
        StoredPayload stored = (StoredPayload) job.payload();
        longs[LONGS * slot] = job.idHigh();
        longs[LONGS * slot + 1] = job.idLow();
        longs[LONGS * slot + 2] = stored.sum();
        ints[INTS * slot + OFFSET] = stored.offset();
        ints[INTS * slot + CREATED] = (int) (job.createdAtMicros() - firstCreatedMicros);
        chars[CHARS * slot] = (char) (job.number() - firstNumber);
        chars[CHARS * slot + 1] = (char) stored.length();
        uuids |= job.isUuid() ? 1L << slot : 0;
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
        return chars.length / CHARS;
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
        return deadlineMicros;
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

    public int idHash(int slot) {
        return JobId.Hex.hash(isUuid(slot), longs[LONGS * slot], longs[LONGS * slot + 1]);
    }

    public boolean hasId(int slot, JobId.Hex id) {
        return longs[LONGS * slot + 1] == id.low() && longs[LONGS * slot] == id.high() && isUuid(slot) == id.dashes();
    }

    private boolean isUuid(int slot) {
        return ((uuids >>> slot) & 1) != 0;
    }

    /** The next in the bucket of the table by id. */
    public int next(int slot) {
        return ints[INTS * slot + NEXT];
    }

    public void next(int slot, int value) {
        ints[INTS * slot + NEXT] = value;
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
                firstNumber + chars[CHARS * slot],
                isUuid(slot),
                longs[LONGS * slot],
                longs[LONGS * slot + 1],
                firstCreatedMicros + ints[INTS * slot + CREATED]);
        into.load(this, slot, queue, terms, priority);
    }

    @Override
    int offset(int slot) {
        return ints[INTS * slot + OFFSET];
    }

    @Override
    int length(int slot) {
        return chars[CHARS * slot + 1];
    }

    @Override
    long sum(int slot) {
        return longs[LONGS * slot + 2];
    }

    @Override
    long sizeBytes() {
        return OBJECT_BYTES
                + HeapBytes.array(8L * longs.length)
                + HeapBytes.array(4L * ints.length)
                + HeapBytes.array(2L * chars.length);
    }
}
