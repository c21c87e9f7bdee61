package dev.reeve.engine.job;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The places of up to {@link #SLOTS} payloads on disk, in arrays of numbers: an object for each of them would take half as much
 * again, and the collector's work follows the number of objects. A slot is never used again; the block goes with the last job that refers to it.
 */
public final class PayloadBlock {
    /** So many fit the number that a job keeps; more would save little, and hold more memory for the last of them. */
    static final int SLOTS = 64;

    private static final int PLACE = 3;
    private static final long OBJECT_BYTES = 32;

    private int[] places = new int[PLACE * SLOTS];
    private long[] sums = new long[SLOTS];
    private int used;
    private int live;

    /** Gives places to payloads, in blocks that are filled one after the other. One thread. */
    public static final class Writer {
        private @Nullable PayloadBlock current;

        /** The payload at the next slot. */
        public StoredPayload put(int file, int offset, int length, long sum) {
            PayloadBlock block = current;
            if (block == null || block.used == SLOTS) {
                block = new PayloadBlock();
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

    private PayloadBlock() {}

    private StoredPayload put(int file, int offset, int length, long sum) {
        int slot = used++;
        places[PLACE * slot] = file;
        places[PLACE * slot + 1] = offset;
        places[PLACE * slot + 2] = length;
        sums[slot] = sum;
        return new StoredPayload(this, slot);
    }

    private void trim() {
        places = Arrays.copyOf(places, PLACE * used);
        sums = Arrays.copyOf(sums, used);
    }

    int file(int slot) {
        return places[PLACE * slot];
    }

    int offset(int slot) {
        return places[PLACE * slot + 1];
    }

    int length(int slot) {
        return places[PLACE * slot + 2];
    }

    long sum(int slot) {
        return sums[slot];
    }

    /** A job refers to a slot. Returns what the block takes of the heap from now on: nothing, if another job did before. */
    public long enter() {
        return live++ == 0 ? sizeBytes() : 0;
    }

    /** A job refers to its slot no longer. Returns what the block no longer takes of the heap. */
    public long leave() {
        return --live == 0 ? sizeBytes() : 0;
    }

    private long sizeBytes() {
        return OBJECT_BYTES + HeapBytes.array(4L * places.length) + HeapBytes.array(8L * sums.length);
    }
}
