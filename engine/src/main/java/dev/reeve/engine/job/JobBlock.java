package dev.reeve.engine.job;

import dev.reeve.engine.collection.DeadlineHeap;
import dev.reeve.engine.collection.Pack;
import dev.reeve.engine.queue.JobQueue;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Up to {@link #SLOTS} plain jobs as numbers, with the places of their payloads: what they have in common once, the rest in {@link
 * Columns}. A job is plain if it is ready and has done nothing but wait, its id is no text, and its payload is on disk.
 *
 * <p>The ids and sums, which are two thirds of it, may be on disk only. Who asks for one of them has them read ({@link ColumnSource}), or gets an
 * {@link AbsentColumnsException}.
 *
 * <p>Invariant: what a slot has never changes. Who wants to change a packed job unpacks it first; the job then refers to the block for
 * the place of its payload only.
 */
public final class JobBlock extends PayloadBlock implements Pack<Job> {
    private static final int LONGS = 3;
    private static final long OBJECT_BYTES = 136;

    /** So many blocks have columns in memory because somebody has looked at them. */
    static final int MOST_VISITED = 1024;

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
        private final ArrayDeque<JobBlock> visited = new ArrayDeque<>();
        private List<ColumnsPlace> released = new ArrayList<>();
        private ColumnSource source = ColumnSource.NONE;
        private boolean refusing;
        private long absentBytes;
        private long fetched;

        /** Sets who reads columns. */
        public void source(ColumnSource value) {
            source = value;
        }

        /** Whether columns that are absent are not read at once: who looks at them gets an {@link AbsentColumnsException}. */
        public void refusing(boolean value) {
            refusing = value;
        }

        /** What the columns that are on disk only would take of the heap. */
        public long absentBytes() {
            return absentBytes;
        }

        public boolean anyAbsent() {
            return absentBytes > 0;
        }

        /** How many times somebody had to wait for columns while the state changed. */
        public long fetched() {
            return fetched;
        }

        /** Removes and returns the places of columns that no block has any more. */
        public List<ColumnsPlace> takeReleased() {
            List<ColumnsPlace> taken = released;
            released = new ArrayList<>();
            return taken;
        }

        public boolean anyReleased() {
            return !released.isEmpty();
        }

        /** Columns that have been read stay until many others have been read after them. Nobody refers to a job from an earlier step. */
        private void leaveVisited() {
            while (visited.size() > MOST_VISITED) {
                JobBlock block = visited.remove();
                if (block.isOnDisk() && block.mayLeave()) {
                    block.leave(block.placeOfColumns());
                }
            }
        }

        /** Nobody refers to a job any more that was shown as an object. */
        public void forgetShown() {
            if (visited.size() > MOST_VISITED) {
                leaveVisited();
            }
            if (!shown.isEmpty()) {
                shown.forEach(block -> block.shown = null);
                shown.clear();
            }
        }
    }

    private final Owner owner;
    private final JobQueue queue;
    private Terms terms;
    private int number;
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
    private boolean awaitsIds;
    private final byte count;
    /** The id, high and low, and the sum of the payload, of each slot; null while they are on disk only. */
    private long @Nullable [] longs;
    /** Where these are on disk; file 0 if they are not. */
    private int columnsFile;

    private int columnsOffset;
    /** Wide columns. */
    private final int[] ints;
    /** Narrow columns. */
    private final char[] chars;

    private long uuids;
    private long packed;
    private int savedIn;
    private @Nullable Job @Nullable [] shown;

    /** Packs the jobs, which are sorted by number and still have to be replaced in all indexes. */
    public JobBlock(Owner owner, List<Job> jobs) {
        this(owner, jobs.get(0).queue(), jobs.get(0).terms(), jobs.get(0).priority(), BlockColumns.of(jobs));
    }

    /** A block of jobs that are in no index yet. */
    public JobBlock(Owner owner, JobQueue queue, Terms terms, long priority, BlockColumns columns) {
        super(columns.file());
        int count = columns.count();
        this.owner = owner;
        this.queue = queue;
        this.terms = terms;
        this.priority = priority;
        this.firstNumber = columns.numbers()[0];
        this.firstCreatedMicros = smallest(columns.createdMicros());
        long[] offset = columns.offsets();
        this.offsetStep = count == 1 ? 0 : (int) (offset[1] - offset[0]);
        this.firstOffset = firstOffset(offset, offsetStep);
        this.shortestLength = (int) smallest(columns.lengths());
        Columns own = new Columns(count);
        this.numbers = own.add(slot -> (int) (columns.numbers()[slot] - firstNumber), 1);
        this.creations = own.add(slot -> (int) (columns.createdMicros()[slot] - firstCreatedMicros), 0);
        this.offsets = own.add(slot -> (int) offset[slot] - firstOffset, offsetStep);
        this.lengths = own.add(slot -> (int) columns.lengths()[slot] - shortestLength, 0);
        this.ints = own.wide();
        this.chars = own.narrow();
        this.count = (byte) count;
        long[] noise = new long[LONGS * count];
        for (int slot = 0; slot < count; slot++) {
            noise[LONGS * slot] = columns.idsHigh()[slot];
            noise[LONGS * slot + 1] = columns.idsLow()[slot];
            noise[LONGS * slot + 2] = columns.sums()[slot];
        }
        longs = noise;
        uuids = columns.uuids();
        packed = BlockColumns.allSlots(count);
    }

    private static long smallest(long[] values) {
        return Arrays.stream(values).min().orElseThrow();
    }

    /** The offset of the first slot, if they are in steps, as payloads of one length are; the smallest otherwise. */
    private static int firstOffset(long[] offsets, int step) {
        boolean inSteps = true;
        for (int slot = 0; slot < offsets.length; slot++) {
            inSteps &= offsets[slot] - offsets[0] == (long) step * slot;
        }
        return (int) (inSteps ? offsets[0] : smallest(offsets));
    }

    /** The columns of those slots. */
    public BlockColumns columns(long slots) {
        long[] noise = longs();
        BlockColumns.Filling filling = new BlockColumns.Filling(Long.bitCount(slots));
        for (long left = slots; left != 0; left &= left - 1) {
            int slot = Long.numberOfTrailingZeros(left);
            filling.add(jobNumber(slot), createdAtMicros(slot));
            filling.id(isUuid(slot), noise[LONGS * slot], noise[LONGS * slot + 1]);
            filling.payload(offset(slot), length(slot), noise[LONGS * slot + 2]);
        }
        return filling.columns(file(0));
    }

    /** The number of the job of the slot. */
    public long jobNumber(int slot) {
        return firstNumber + value(numbers, slot, 1);
    }

    /** Whether there is no number between those of its jobs. */
    public boolean hasAllNumbers() {
        return jobNumber(count() - 1) - firstNumber == count() - 1L;
    }

    public long createdAtMicros(int slot) {
        return firstCreatedMicros + value(creations, slot, 0);
    }

    /** Whether the job can be in a block at all. */
    public static boolean mayHave(Job job) {
        return job.isPlain() && job.payloadLength() <= BlockColumns.LONGEST_PAYLOAD;
    }

    /** Whether two jobs can be in one block. The second one has the higher number. */
    public static boolean mayHaveBoth(Job one, Job other) {
        return one.queue() == other.queue()
                && one.terms().equals(other.terms())
                && one.priority() == other.priority()
                && file(one) == file(other)
                && other.number() - one.number() <= BlockColumns.MOST_NUMBERS
                && Math.abs(other.createdAtMicros() - one.createdAtMicros()) <= BlockColumns.MOST_MICROS;
    }

    private static int file(Job job) {
        return ((StoredPayload) job.payload()).file();
    }

    /** The number of the block; it has none before it is in the state. */
    public int number() {
        return number;
    }

    /** The block is in the state now, under that number. */
    public void number(int value) {
        number = value;
    }

    public Terms terms() {
        return terms;
    }

    /** Sets the equal instance that others use. */
    public void terms(Terms value) {
        terms = value;
    }

    public JobQueue queue() {
        return queue;
    }

    public long priority() {
        return priority;
    }

    public int count() {
        return count;
    }

    /** Whether the job of the slot is packed. */
    public boolean isPacked(int slot) {
        return ((packed >>> slot) & 1) != 0;
    }

    /** How many jobs are packed. */
    public int packedCount() {
        return Long.bitCount(packed);
    }

    /** The first slot whose job is packed, if there is one. */
    public int firstPacked() {
        return Long.numberOfTrailingZeros(packed);
    }

    /** The last slot whose job is packed, if there is one. */
    public int lastPacked() {
        return Long.SIZE - 1 - Long.numberOfLeadingZeros(packed);
    }

    public boolean anyPacked() {
        return packed != 0;
    }

    /** A bit for each slot whose job is packed, and has a number above the one and up to the other. */
    public long packedSlots(long above, long upTo) {
        long slots = packed;
        for (long left = packed; left != 0; left &= left - 1) {
            int slot = Long.numberOfTrailingZeros(left);
            boolean in = jobNumber(slot) > above && jobNumber(slot) <= upTo;
            slots &= in ? -1 : ~(1L << slot);
        }
        return slots;
    }

    /** The earliest deadline of a job of the block, with those that have gone. */
    public long deadlineMicros() {
        return DeadlineHeap.after(firstCreatedMicros, terms.ttlMicros());
    }

    /** The number of the last snapshot that has the block. */
    public int savedIn() {
        return savedIn;
    }

    public void savedIn(int value) {
        savedIn = value;
    }

    /** Whether creations do not go down: then the jobs are in the order of leasing. */
    public boolean isByCreation() {
        for (int slot = 1; slot < count(); slot++) {
            if (createdAtMicros(slot - 1) > createdAtMicros(slot)) {
                return false;
            }
        }
        return true;
    }

    /** The estimated memory of all jobs, as if they were objects, see {@link Job#sizeBytes}. */
    public long jobBytes() {
        long bytes = Job.OVERHEAD_BYTES * packedCount();
        for (int slot = 0; slot < count(); slot++) {
            bytes += isPacked(slot) ? HeapBytes.array(length(slot)) : 0;
        }
        return bytes;
    }

    /** Whether the jobs of a block of a snapshot cannot be found by id yet. */
    public boolean awaitsIds() {
        return awaitsIds;
    }

    public void awaitsIds(boolean value) {
        awaitsIds = value;
    }

    /** The block is a leaf by itself in so many of the two trees. */
    public void leaves(int count) {
        leaves = (byte) count;
    }

    /** What the places of a job in the two trees take less. */
    long leafSavedBytes() {
        return leaves * LEAF_SAVES;
    }

    /** The job is an object from now on. If no job of the block is packed any more, its columns are in memory only. */
    public void unpacked(int slot, Job job) {
        Job known = shown == null ? null : shown[slot];
        if (known != job || !isPacked(slot)) {
            throw new IllegalStateException("job " + job.number() + " is another object, or unpacked already");
        }
        packed &= ~(1L << slot);
        job.unpacked();
        if (packed == 0) {
            // They never leave memory again, and the block has no number by which their place on disk would be found.
            longs();
            releaseColumns();
        }
    }

    public long idHash(int slot) {
        return JobId.Hex.longHash(isUuid(slot), longs()[LONGS * slot], longs()[LONGS * slot + 1]);
    }

    public boolean hasId(int slot, JobId.Hex id) {
        return longs()[LONGS * slot + 1] == id.low()
                && longs()[LONGS * slot] == id.high()
                && isUuid(slot) == id.dashes();
    }

    public boolean hasSameId(int slot, JobBlock other, int otherSlot) {
        return longs()[LONGS * slot + 1] == other.longs()[LONGS * otherSlot + 1]
                && longs()[LONGS * slot] == other.longs()[LONGS * otherSlot]
                && isUuid(slot) == other.isUuid(otherSlot);
    }

    /** A bit for each slot whose id is a UUID. */
    public long uuids() {
        return uuids;
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
        into.load(jobNumber(slot), createdAtMicros(slot));
        into.load(this, slot, queue, terms, priority);
    }

    void name(int slot, Job job) {
        job.id(isUuid(slot), longs()[LONGS * slot], longs()[LONGS * slot + 1]);
    }

    /** The columns that may be absent. They are read, if they are. */
    private long[] longs() {
        long[] present = longs;
        if (present != null) {
            return present;
        }
        if (owner.refusing) {
            throw new AbsentColumnsException(this);
        }
        owner.fetched++;
        return come(owner.source.read(placeOfColumns()));
    }

    /** Whether all columns are in memory. */
    public boolean hasColumns() {
        return longs != null;
    }

    /** Whether the columns are on disk. */
    public boolean isOnDisk() {
        return columnsFile != 0;
    }

    /**
     * Those slots of a block in a snapshot are packed, and the columns are at this place. The block is in no state yet.
     *
     * @param slots a bit for each of them
     */
    public void onDisk(long slots, int file, int offset) {
        if (slots == 0 || (slots & ~BlockColumns.allSlots(count)) != 0 || file == 0) {
            throw new IllegalArgumentException("a block on disk has no jobs or no place");
        }
        longs = null;
        columnsFile = file;
        columnsOffset = offset;
        packed = slots;
    }

    /** The block is in a state now. */
    public void restored() {
        owner.absentBytes += longs == null ? columnsSize() : 0;
    }

    /** Where the columns are on disk. */
    public ColumnsPlace placeOfColumns() {
        return new ColumnsPlace(columnsFile, columnsOffset, Long.BYTES * LONGS * count);
    }

    /** The columns that may leave, as they are written to disk. */
    public byte[] columnBytes() {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * LONGS * count);
        bytes.asLongBuffer().put(longs());
        return bytes.array();
    }

    /** Whether columns can leave: nobody needs them who has the payload of a job, but the packed job itself. */
    public boolean mayLeave() {
        return longs != null && packed != 0 && Long.bitCount(packed) == live();
    }

    /** The columns are at this place, and leave memory. */
    public void leave(ColumnsPlace place) {
        if (!mayLeave()) {
            throw new IllegalStateException("block " + number + " has to keep its columns");
        }
        columnsFile = place.file();
        columnsOffset = place.offset();
        longs = null;
        owner.absentBytes += columnsSize();
    }

    /** The columns have been read, and are in memory until many others have been read after them. */
    public void came(byte[] bytes) {
        if (longs == null) {
            come(bytes);
        }
    }

    private long[] come(byte[] bytes) {
        long[] read = new long[LONGS * count];
        ByteBuffer.wrap(bytes).asLongBuffer().get(read);
        longs = read;
        owner.absentBytes -= columnsSize();
        owner.visited.add(this);
        return read;
    }

    /** The columns, which are in memory, are to be written elsewhere when they leave again. */
    public void leaveDisk() {
        if (longs == null) {
            throw new IllegalStateException("block " + number + " has its columns on disk only");
        }
        releaseColumns();
    }

    private void releaseColumns() {
        if (isOnDisk()) {
            owner.released.add(placeOfColumns());
            columnsFile = 0;
        }
    }

    @Override
    public long leave() {
        long bytes = super.leave();
        if (live() == 0) {
            owner.absentBytes -= longs == null ? columnsSize() : 0;
            // Nobody looks at it any more; as an empty array it would still be counted.
            releaseColumns();
        }
        return bytes;
    }

    private long columnsSize() {
        return HeapBytes.array(8L * LONGS * count);
    }

    private int value(byte column, int slot, int step) {
        return Columns.value(chars, ints, column, slot, count(), step);
    }

    @Override
    public int offset(int slot) {
        return firstOffset + value(offsets, slot, offsetStep);
    }

    @Override
    public int length(int slot) {
        return shortestLength + value(lengths, slot, 0);
    }

    @Override
    long sum(int slot) {
        return longs()[LONGS * slot + 2];
    }

    @Override
    long sizeBytes() {
        return OBJECT_BYTES
                + BY_ID_BYTES * count()
                + columnsSize()
                + HeapBytes.array(4L * ints.length)
                + HeapBytes.array(2L * chars.length);
    }
}
