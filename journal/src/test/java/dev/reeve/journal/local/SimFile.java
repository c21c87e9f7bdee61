package dev.reeve.journal.local;

import dev.reeve.journal.local.SimDisk.Survival;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;

/** The content of a simulated file, and the part of it that survives a power cut. */
final class SimFile {
    private static final int SECTOR_BYTES = 512;

    private final BitSet unsynced = new BitSet();
    private byte[] bytes = new byte[0];
    private byte[] durable = new byte[0];
    private int size;
    private int durableSize;

    SimFile copy() {
        SimFile copy = new SimFile();
        copy.bytes = Arrays.copyOf(bytes, size);
        copy.durable = Arrays.copyOf(bytes, size);
        copy.size = size;
        copy.durableSize = size;
        return copy;
    }

    int size() {
        return size;
    }

    byte[] content() {
        return Arrays.copyOf(bytes, size);
    }

    int read(ByteBuffer into, long offset) {
        if (offset >= size) {
            return -1;
        }
        int count = Math.min(into.remaining(), size - (int) offset);
        into.put(bytes, (int) offset, count);
        return count;
    }

    void write(ByteBuffer from, long offset, int count) {
        if (count == 0) {
            return;
        }
        int end = (int) offset + count;
        if (end > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(end, Math.min(2 * bytes.length, bytes.length + (1 << 20))));
        }
        from.get(bytes, (int) offset, count);
        size = Math.max(size, end);
        unsynced.set((int) offset / SECTOR_BYTES, (end - 1) / SECTOR_BYTES + 1);
    }

    void sync() {
        if (durable.length != bytes.length) {
            durable = Arrays.copyOf(durable, bytes.length);
        }
        for (int sector = unsynced.nextSetBit(0); sector >= 0; sector = unsynced.nextSetBit(sector + 1)) {
            copySector(sector, bytes, durable);
        }
        forgetUnsynced();
        durableSize = size;
    }

    /** The state after a failed sync: pages that never reached the disk count as clean. */
    void forgetUnsynced() {
        unsynced.clear();
    }

    /** Damages the content durably. */
    void flipBit(int offset, int bit) {
        bytes[offset] ^= (byte) (1 << bit);
        sync();
        durable[offset] = bytes[offset];
    }

    void losePower(Survival survival, SplittableRandom random) {
        byte[] left = Arrays.copyOf(durable, bytes.length);
        int leftSize = durableSize;
        for (int sector = unsynced.nextSetBit(0); sector >= 0; sector = unsynced.nextSetBit(sector + 1)) {
            if (survival == Survival.ALL || (survival == Survival.SOME && random.nextBoolean())) {
                copySector(sector, bytes, left);
                leftSize = Math.max(leftSize, Math.min(size, (sector + 1) * SECTOR_BYTES));
            }
        }
        bytes = left;
        durable = left.clone();
        size = leftSize;
        durableSize = leftSize;
        unsynced.clear();
    }

    private static void copySector(int sector, byte[] from, byte[] to) {
        int at = sector * SECTOR_BYTES;
        System.arraycopy(from, at, to, at, Math.min(SECTOR_BYTES, from.length - at));
    }
}
