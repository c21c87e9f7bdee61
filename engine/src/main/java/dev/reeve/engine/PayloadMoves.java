package dev.reeve.engine;

import dev.reeve.engine.collection.Pack;
import dev.reeve.engine.collection.PackedIds;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.ColumnsPlace;
import dev.reeve.engine.job.HeapBytes;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobBlock;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.StoredPayload;
import dev.reeve.engine.queue.JobQueue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which payloads should be on disk and which in memory. Whoever runs the engine moves the bytes, and tells when that is done.
 *
 * <p>Payloads leave memory from the newest job down, because a queue in order of arrival needs those last. A payload stays if its job
 * is leased, or near the head of its queue.
 */
public final class PayloadMoves {
    /** So many jobs are worth a block, see {@link #pack}. */
    public static final int WORTH_PACKING = 16;

    private static final int PAGE = 128;
    /** To move so many payloads takes about a millisecond. */
    private static final int MOST_LOOKS = 1024;

    private static final int MOST_AHEAD = 1024;
    private static final int BLOCKS_AT_ONCE = 4096;
    /** So many blocks are read at once: they are mostly beside each other. */
    private static final int NEIGHBOURS = 16;

    private final EngineState state;
    /** The sweep has looked at all jobs up to here. */
    private long top;
    /** Where the sweep goes on, and where it ends. */
    private long at;

    private long floor;
    /** Where the sweep over all jobs goes on when the new ones have been looked at. */
    private long deepAt;

    private boolean looksAtNew;
    /** Where the search for columns goes on, and where the blocks begin that it has never looked at. */
    private int nextBlock;

    private int newBlock;

    /** A payload that may leave memory. */
    @SuppressWarnings("ArrayRecordComponent")
    public record Cold(long job, byte[] payload) {}

    /** A payload on disk. */
    public record Stored(long job, StoredPayload payload) {}

    /**
     * The head of a queue.
     *
     * @param stored its payloads on disk
     * @param absent the blocks of its jobs whose columns are on disk only; some twice
     * @param jobs how many jobs it has
     */
    public record Head(List<Stored> stored, List<JobBlock> absent, int jobs) {}

    /** Receives places of payloads on disk, and says whether it wants more. */
    public interface StoredVisitor {
        boolean stored(int file, int offset, int length);
    }

    public PayloadMoves(EngineState state) {
        this.state = state;
    }

    /** The number of the job that was added last. */
    public long lastNumber() {
        return state.lastNumber();
    }

    /**
     * Looks at some jobs, and returns payloads that may leave memory; at the next call it goes on with others.
     *
     * @param enoughBytes ends the search
     * @param headBytes what stays in memory at the head of each queue
     */
    public List<Cold> cold(long enoughBytes, long headBytes) {
        List<Cold> found = new ArrayList<>();
        long bytes = 0;
        int looks = 0;
        state.forgetShown();
        Heads heads = new Heads(headBytes);
        beginSweep();
        while (bytes < enoughBytes && looks < MOST_LOOKS && (at > floor || goOn())) {
            int rank = state.rankOf(at + 1);
            int from = Math.max(0, rank - PAGE);
            List<Job> page = state.jobs().page(from, rank - from);
            if (page.isEmpty()) {
                at = floor;
            }
            for (int i = page.size() - 1; i >= 0 && at > floor && bytes < enoughBytes; i--) {
                Job job = page.get(i);
                looks++;
                at = job.number() - 1;
                if (job.number() > floor && job.payload() instanceof byte[] payload && mayLeave(job, heads)) {
                    found.add(new Cold(job.number(), payload));
                    bytes += HeapBytes.array(payload);
                }
            }
        }
        return found;
    }

    /** Begins with the new jobs, if there are any. */
    private void beginSweep() {
        long last = state.lastNumber();
        if (!looksAtNew && last > top) {
            deepAt = at;
            looksAtNew = true;
            floor = top;
            at = last;
            top = last;
        }
    }

    /** The sweep has reached its end. Returns whether another part of it follows at once. */
    private boolean goOn() {
        boolean returns = looksAtNew;
        looksAtNew = false;
        floor = 0;
        at = returns ? deepAt : top;
        return returns && at > 0;
    }

    private static boolean mayLeave(Job job, Heads heads) {
        if (job.payloadLength() <= StoredPayload.SHORTEST || job.state() == State.LEASED) {
            return false;
        }
        return job.state() != State.READY || !heads.has(job);
    }

    /** The heads of queues while nothing changes. It keeps where the last one ends, because neighbours mostly have queue and length in common. */
    private static final class Heads {
        private final long bytes;
        private @Nullable JobQueue queue;
        private int length;
        private @Nullable Job end;

        Heads(long bytes) {
            this.bytes = bytes;
        }

        /** Whether the jobs ahead of it, if their payloads were as long as its own, have fewer bytes than a head. */
        boolean has(Job job) {
            if (job.queue() != queue || job.payloadLength() != length) {
                queue = job.queue();
                length = job.payloadLength();
                long jobs = (bytes + HeapBytes.array(length) - 1) / HeapBytes.array(length);
                List<Job> after = queue.ready().page(jobs, 1);
                end = after.isEmpty() ? null : after.get(0);
            }
            return end == null || JobQueue.BY_LEASING.compare(job, end) < 0;
        }
    }

    /** The payload is on disk now. Returns false if the job has another one meanwhile, or needs it. */
    public boolean left(Cold cold, StoredPayload stored) {
        Job job = state.find(JobRef.of(cold.job()));
        if (job == null || job.payload() != cold.payload() || job.state() == State.LEASED) {
            return false;
        }
        state.swapPayload(job, stored);
        return true;
    }

    /**
     * Packs the jobs whose payloads have left, if they are plain.
     *
     * @param fewest fewer than these are not worth a block
     */
    public void pack(List<Cold> cold, int fewest) {
        List<Job> jobs = new ArrayList<>(cold.size());
        state.forgetShown();
        for (Cold one : cold) {
            Job job = state.find(JobRef.of(one.job()));
            if (job != null && !job.isPacked()) {
                jobs.add(job);
            }
        }
        state.pack(jobs, fewest);
    }

    /** Each of these is about to {@linkplain #returned return}: see {@link PackedIds#approach}. */
    public void approach(List<Stored> next) {
        List<Job> packed = new ArrayList<>(next.size());
        for (Stored one : next) {
            Job job = state.find(JobRef.of(one.job()));
            if (job != null && job.isPacked() && job.block().hasColumns()) {
                packed.add(job);
            }
        }
        state.packed().ids().approach(packed);
    }

    /** The payload has been read, and is in memory from now on. Returns false if the job is gone, or has another one meanwhile. */
    public boolean returned(Stored read, byte[] bytes) {
        Job job = state.find(JobRef.of(read.job()));
        if (job == null || !job.payload().equals(read.payload())) {
            return false;
        }
        state.swapPayload(job, bytes);
        return true;
    }

    /** The jobs that are leased next from the queue, as many as have so many bytes of payload. */
    public Head head(String queue, long headBytes) {
        List<Stored> found = new ArrayList<>();
        List<JobBlock> absent = new ArrayList<>();
        state.forgetShown();
        JobQueue known = state.queue(queue);
        long bytes = 0;
        int jobs = 0;
        List<Job> page = known == null ? List.of() : known.ready().page(0, PAGE);
        while (known != null && !page.isEmpty() && bytes < headBytes && jobs < MOST_AHEAD) {
            for (Job job : page) {
                bytes += HeapBytes.array(job.payloadLength());
                jobs += bytes <= headBytes ? 1 : 0;
                if (job.payload() instanceof StoredPayload stored && bytes <= headBytes) {
                    found.add(new Stored(job.number(), stored));
                }
                boolean isAbsent = job.isPacked() && !job.block().hasColumns();
                if (isAbsent && (absent.isEmpty() || absent.get(absent.size() - 1) != job.block())) {
                    absent.add(job.block());
                }
            }
            page = known.ready().page(jobs, PAGE);
        }
        return new Head(found, absent, jobs);
    }

    /** Columns of a block that may leave memory. */
    @SuppressWarnings("ArrayRecordComponent")
    public record ColdColumns(JobBlock block, byte[] bytes) {}

    /**
     * Looks at some blocks, and returns columns that may leave memory; at the next call it goes on with others. Those that are on disk already
     * leave at once.
     *
     * @param most ends the search
     * @param headBytes what stays in memory at the head of each queue; columns of as much behind it stay too
     */
    public List<ColdColumns> coldColumns(int most, long headBytes) {
        List<ColdColumns> found = new ArrayList<>();
        state.forgetShown();
        PackedIds blocks = state.packed().ids();
        Heads heads = new Heads(2 * headBytes);
        int looks = Math.min(BLOCKS_AT_ONCE, blocks.endOfNumbers());
        newBlock = Math.min(newBlock, blocks.endOfNumbers());
        for (int i = 0; i < looks && found.size() < most; i++) {
            nextBlock = nextBlock < blocks.endOfNumbers() ? nextBlock : 0;
            JobBlock block = blocks.withNumber(newBlock < blocks.endOfNumbers() ? newBlock++ : nextBlock++);
            if (block == null || !block.mayLeave() || heads.has(block.element(block.firstPacked()))) {
                continue;
            }
            if (block.isOnDisk()) {
                block.leave(block.placeOfColumns());
            } else {
                found.add(new ColdColumns(block, block.columnBytes()));
            }
        }
        return found;
    }

    /** The columns are on disk now. Returns false if the block is gone, or needs them. */
    public boolean left(ColdColumns cold, ColumnsPlace place) {
        JobBlock block = cold.block();
        boolean leaves = isIn(block) && !block.isOnDisk() && block.mayLeave();
        if (leaves && block.awaitsIds()) {
            state.addIds(block);
        }
        if (leaves) {
            block.leave(place);
        }
        return leaves;
    }

    /** The columns have been read. The block may be gone, or have them already. */
    public void returned(JobBlock block, ColumnsPlace place, byte[] bytes) {
        if (isIn(block) && block.isOnDisk() && block.placeOfColumns().equals(place)) {
            block.came(bytes);
        }
    }

    private boolean isIn(JobBlock block) {
        return state.packed().ids().withNumber(block.number()) == block;
    }

    /**
     * Looks at some blocks for columns that are in a file.
     *
     * @param from the number of the first one
     * @return which are, in the order of their numbers
     */
    public List<JobBlock> columnsIn(int file, int from) {
        PackedIds blocks = state.packed().ids();
        List<JobBlock> found = new ArrayList<>();
        for (int number = from; number < Math.min(from + BLOCKS_AT_ONCE, blocks.endOfNumbers()); number++) {
            JobBlock block = blocks.withNumber(number);
            if (block != null && block.isOnDisk() && block.placeOfColumns().file() == file) {
                found.add(block);
            }
        }
        return found;
    }

    /** Where {@link #columnsIn} goes on after that number; negative if there are no more blocks. */
    public int blocksAfter(int from) {
        int next = from + BLOCKS_AT_ONCE;
        return next < state.packed().ids().endOfNumbers() ? next : -1;
    }

    /** The columns, which have been read, are to be written elsewhere: the file is to be given up. */
    public void leaveFile(JobBlock block, int file) {
        if (isIn(block)
                && block.isOnDisk()
                && block.hasColumns()
                && block.placeOfColumns().file() == file) {
            block.leaveDisk();
        }
    }

    /** The places of the columns of some blocks, from this number on, see {@link #blocksAfter}. */
    public List<ColumnsPlace> columnPlaces(int from) {
        PackedIds blocks = state.packed().ids();
        List<ColumnsPlace> found = new ArrayList<>();
        for (int number = from; number < Math.min(from + BLOCKS_AT_ONCE, blocks.endOfNumbers()); number++) {
            JobBlock block = blocks.withNumber(number);
            if (block != null && block.isOnDisk()) {
                found.add(block.placeOfColumns());
            }
        }
        return found;
    }

    /** The block and those that were packed after it, as far as their columns are on disk only. */
    public List<JobBlock> absentFrom(JobBlock block) {
        List<JobBlock> found = new ArrayList<>();
        for (int i = 0; i < NEIGHBOURS; i++) {
            JobBlock next = state.packed().ids().withNumber(block.number() + i);
            if (next != null && !next.hasColumns()) {
                found.add(next);
            }
        }
        return found;
    }

    /** The payload of the job, if it is at this place; null if it is not. */
    public @Nullable Stored at(long number, int file, int offset) {
        Job job = state.find(JobRef.of(number));
        return job != null
                        && job.payload() instanceof StoredPayload stored
                        && stored.file() == file
                        && stored.offset() == offset
                ? new Stored(number, stored)
                : null;
    }

    /** Visits the payloads on disk of all jobs, by number, until the visitor wants no more. Nobody may change the state meanwhile. */
    public void forEachStored(StoredVisitor visitor) {
        state.jobs().visit(0, new RankedSet.Visitor<>() {
            @Override
            public boolean element(Job job) {
                return !(job.payload() instanceof StoredPayload stored)
                        || visitor.stored(stored.file(), stored.offset(), stored.length());
            }

            @Override
            public boolean packed(Pack<Job> pack, int slot) {
                JobBlock block = (JobBlock) pack;
                return visitor.stored(block.file(slot), block.offset(slot), block.length(slot));
            }
        });
    }
}
