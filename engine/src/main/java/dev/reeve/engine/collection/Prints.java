package dev.reeve.engine.collection;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The entries of a bucket of {@link PackedIds} in one array: first a print of three bytes for each of them, then a number of four.
 *
 * <p>A print has the next bits of the hash behind those that the bucket has in common, the lowest first, below a bit that is set. There
 * are {@link #BITS} of them at first. When a bucket is split, a print says to which half it belongs with one of them, and has one less
 * from then on: nobody asks for the hash again.
 */
final class Prints {
    /** An empty entry. */
    static final int NONE = 0;

    /** The bits of the hash that a new print has. A table that starts with 64 buckets never uses them up. */
    static final int BITS = 23;

    private static final int PRINT_BYTES = 3;
    private static final int BYTES = PRINT_BYTES + Integer.BYTES;
    private static final int END = 1 << BITS;
    private static final int MASK = 2 * END - 1;
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private Prints() {}

    /** The print of a hash in a bucket with so many bits in common. */
    static int of(long hash, int depth) {
        return ((int) (hash >>> depth) & (END - 1)) | END;
    }

    /** Whether a print may be of the hash of which the other one is new. */
    static boolean mayBe(int print, int whole) {
        // What is left below the end. An empty entry has no end, so that all bits have to be equal, and a new one has
        // an end.
        int known = Integer.highestOneBit(print) - 1;
        return ((print ^ whole) & known) == 0;
    }

    /** To which half of its bucket the print belongs. */
    static int nextBit(int print) {
        return print & 1;
    }

    /** The print in the half. */
    static int deeper(int print) {
        return print >>> 1;
    }

    /** The print in the bucket of which it was in this half. */
    static int shallower(int print, int bit) {
        int longer = (print << 1) | bit;
        return longer > MASK ? (longer & (END - 1)) | END : longer;
    }

    /** Room for so many entries. */
    static byte[] withRoomFor(int count) {
        return new byte[BYTES * count];
    }

    static int capacity(byte[] entries) {
        return entries.length / BYTES;
    }

    static byte[] resized(byte[] entries, int count, int capacity) {
        byte[] resized = withRoomFor(capacity);
        System.arraycopy(entries, 0, resized, 0, PRINT_BYTES * count);
        System.arraycopy(
                entries, PRINT_BYTES * capacity(entries), resized, PRINT_BYTES * capacity, Integer.BYTES * count);
        return resized;
    }

    static int print(byte[] entries, int at) {
        return (int) INT.get(entries, PRINT_BYTES * at) & MASK;
    }

    static int number(byte[] entries, int at) {
        return (int) INT.get(entries, PRINT_BYTES * capacity(entries) + Integer.BYTES * at);
    }

    static void put(byte[] entries, int at, int print, int number) {
        int from = PRINT_BYTES * at;
        entries[from] = (byte) print;
        entries[from + 1] = (byte) (print >>> 8);
        entries[from + 2] = (byte) (print >>> 16);
        INT.set(entries, PRINT_BYTES * capacity(entries) + Integer.BYTES * at, number);
    }
}
