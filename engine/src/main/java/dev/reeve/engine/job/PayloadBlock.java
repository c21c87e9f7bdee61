package dev.reeve.engine.job;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The places of up to {@link #SLOTS} payloads on disk, as numbers: an object for each of them would take twice as much,
 * and the collector's work follows the number of objects. All slots are given before a job refers to the
 * block. A slot is never used again; the block goes with the last job that refers to it.
 */
public sealed class PayloadBlock permits JobBlock {
    /** So many fit the number that a job keeps; more would save little, and hold more memory for the last of them. */
    public static final int SLOTS = 64;

    private static final int SLOT_LONGS = 2;
    private static final long OBJECT_BYTES = 32;
    private static final long[] NO_PLACES = {};

    /** Offset and length, then the sum, of each slot. */
    private long[] places = NO_PLACES;
    /** The file of all slots, unless {@link #files} has one for each: neighbours are mostly written together. */
    private final int file;

    private int @Nullable [] files;
    private int used;
    private int live;

    /** Gives places to payloads, in blocks that are filled one after the other. One thread. */
    public static final class Writer {
        private @Nullable PayloadBlock current;

        /** The payload at the next slot. */
        public StoredPayload put(int file, int offset, int length, long sum) {
            PayloadBlock block = current;
            if (block == null || block.used == SLOTS) {
                block = new PayloadBlock(file);
                block.places = new long[SLOT_LONGS * SLOTS];
                current = block;
            }
            return block.put(file, offset, length, sum);
        }

        /** Gives back what the last block does not use. The next payload begins another one. Called before a job refers to the block. */
        public void end() {
            if (current != null) {
                current.trim();
                current = null;
            }
        }
    }

    PayloadBlock(int file) {
        this.file = file;
    }

    private StoredPayload put(int fileOfSlot, int offset, int length, long sum) {
        int slot = used++;
        if (files == null && fileOfSlot != file) {
            files = new int[SLOTS];
            Arrays.fill(files, file);
        }
        if (files != null) {
            files[slot] = fileOfSlot;
        }
        places[SLOT_LONGS * slot] = (long) offset << Integer.SIZE | length;
        places[SLOT_LONGS * slot + 1] = sum;
        return new StoredPayload(this, slot);
    }

    private void trim() {
        places = Arrays.copyOf(places, SLOT_LONGS * used);
        files = files == null ? null : Arrays.copyOf(files, used);
    }

    public int file(int slot) {
        return files == null ? file : files[slot];
    }

    public int offset(int slot) {
        return (int) (places[SLOT_LONGS * slot] >>> Integer.SIZE);
    }

    public int length(int slot) {
        return (int) places[SLOT_LONGS * slot];
    }

    long sum(int slot) {
        return places[SLOT_LONGS * slot + 1];
    }

    /** A job refers to a slot. Returns what the block takes of the heap from now on: nothing, if another job did before. */
    public long enter() {
        return live++ == 0 ? sizeBytes() : 0;
    }

    /** A job refers to its slot no longer. Returns what the block no longer takes of the heap. */
    public long leave() {
        return --live == 0 ? sizeBytes() : 0;
    }

    /** How many jobs refer to a slot. */
    int live() {
        return live;
    }

    /** What the block takes of the heap. */
    long sizeBytes() {
        return OBJECT_BYTES
                + HeapBytes.array(8L * places.length)
                + (files == null ? 0 : HeapBytes.array(4L * files.length));
    }
}
