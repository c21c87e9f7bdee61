package dev.reeve.engine;

import dev.reeve.engine.collection.NonIterableMap;
import dev.reeve.engine.job.HeapBytes;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobBlock;
import dev.reeve.engine.job.ShownPayload;
import dev.reeve.engine.job.StoredPayload;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The payloads of the state that are on disk only: how much memory they save, which of them nobody refers to any more, and which
 * were shown and have to be read. The ledger that such a job may get later is saved too.
 *
 * <p>Invariant: where a payload is, is no part of the state. No command says it, and no decision depends on it.
 */
public final class StoredPayloads {
    private int count;
    private long savedBytes;
    private List<StoredPayload> released = new ArrayList<>();
    private List<ShownPayload> shown = new ArrayList<>();
    private NonIterableMap<StoredPayload, byte[]> atHand = new NonIterableMap<>();
    private boolean anyAtHand;
    private final JobBlock.Owner blocks = new JobBlock.Owner();

    /** Whose the blocks of packed jobs are. */
    public JobBlock.Owner blocks() {
        return blocks;
    }

    /** The job is in the state now. */
    void entered(Job job) {
        savedBytes += job.uncountedBytes();
        if (job.payload() instanceof StoredPayload stored) {
            count++;
            savedBytes += HeapBytes.array(stored.length()) - stored.block().enter();
        }
    }

    /** All jobs of the block are in the state now, packed. */
    void entered(JobBlock block) {
        block.restored();
        long uncountedBytes = block.element(block.firstPacked()).uncountedBytes();
        for (int slot = 0; slot < block.count(); slot++) {
            if (block.isPacked(slot)) {
                savedBytes += uncountedBytes + HeapBytes.array(block.length(slot)) - block.enter();
                count++;
            }
        }
    }

    /** The job leaves the state, or gets another payload. */
    void left(Job job) {
        changes(job);
        left(job.payload());
    }

    /** The job has the same payload in another block now: its object is replaced by one that stands for it. */
    void packed(Job job, Job packed) {
        StoredPayload before = (StoredPayload) job.payload();
        StoredPayload now = (StoredPayload) packed.payload();
        savedBytes += packed.uncountedBytes() - job.uncountedBytes();
        savedBytes += before.block().leave() - now.block().enter();
    }

    /** The job is about to change, and may get a ledger with that; {@link #changed} follows, unless it is removed. */
    void changes(Job job) {
        savedBytes -= job.uncountedBytes();
    }

    void changed(Job job) {
        savedBytes += job.uncountedBytes();
    }

    /** The job that had the payload has it no longer. */
    void left(@Nullable Object payload) {
        if (payload instanceof StoredPayload stored) {
            count--;
            savedBytes -= HeapBytes.array(stored.length()) - stored.block().leave();
            released.add(stored);
        }
    }

    /** What a copy of a job has for the payload. */
    Object shown(Object payload) {
        if (!(payload instanceof StoredPayload stored)) {
            return payload;
        }
        byte[] bytes = bytesAtHand(stored);
        if (bytes != null) {
            return bytes;
        }
        ShownPayload copy = new ShownPayload(stored);
        shown.add(copy);
        return copy;
    }

    /** The bytes of a payload; null if they have to be read, which is then noted. */
    public byte @Nullable [] bytesOrWant(Object payload) {
        return shown(payload) instanceof byte[] bytes ? bytes : null;
    }

    private byte @Nullable [] bytesAtHand(StoredPayload stored) {
        return anyAtHand ? atHand.get(stored) : null;
    }

    /** These have been read for the next query. */
    public void atHand(List<ShownPayload> read) {
        anyAtHand = !read.isEmpty();
        atHand = anyAtHand ? new NonIterableMap<>() : atHand;
        read.forEach(one -> atHand.put(one.stored(), one.bytes()));
    }

    /** The number of payloads on disk. */
    public int count() {
        return count;
    }

    public boolean any() {
        return count > 0;
    }

    /** What the live data takes less of the heap than {@link EngineView#liveBytes} says. */
    public long savedBytes() {
        return savedBytes + blocks.absentBytes();
    }

    /** Whether payloads were shown that have to be read. */
    public boolean anyShown() {
        return !shown.isEmpty();
    }

    /** Removes and returns the payloads that have to be read before what was shown may be seen. */
    public List<ShownPayload> takeShown() {
        List<ShownPayload> taken = shown;
        shown = new ArrayList<>();
        return taken;
    }

    public boolean anyReleased() {
        return !released.isEmpty();
    }

    /** Removes and returns the payloads that no job has any more. */
    public List<StoredPayload> takeReleased() {
        List<StoredPayload> taken = released;
        released = new ArrayList<>();
        return taken;
    }
}
