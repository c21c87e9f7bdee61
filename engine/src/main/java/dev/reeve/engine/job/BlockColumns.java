package dev.reeve.engine.job;

import java.util.List;

/**
 * What the slots of a {@link JobBlock} have of their own, outside of a block: number, creation, id, and the place and sum of the payload.
 *
 * <p>Invariants: there are between one and {@link PayloadBlock#SLOTS} slots; their numbers go up; numbers, creations and lengths are as
 * near to each other as a block needs them.
 */
@SuppressWarnings("ArrayRecordComponent")
public record BlockColumns(
        int file,
        long[] numbers,
        long[] createdMicros,
        long uuids,
        long[] idsHigh,
        long[] idsLow,
        long[] offsets,
        long[] lengths,
        long[] sums) {
    /** The numbers of two jobs of a block differ by this at most. */
    static final int MOST_NUMBERS = Character.MAX_VALUE;

    /** The creations of the first job of a block and of another one differ by this at most. */
    static final int MOST_MICROS = Integer.MAX_VALUE / 2;

    static final int LONGEST_PAYLOAD = Character.MAX_VALUE;

    /**
     * Columns that have been decoded.
     *
     * @param uuids a bit for each slot whose id is a UUID
     */
    public BlockColumns {
        int count = numbers.length;
        require(count > 0 && count <= PayloadBlock.SLOTS, "has " + count + " jobs");
        require(
                createdMicros.length == count
                        && idsHigh.length == count
                        && idsLow.length == count
                        && offsets.length == count
                        && lengths.length == count
                        && sums.length == count,
                "has columns of different lengths");
        require(file >= 0 && (uuids & ~allSlots(count)) == 0, "has a bit for a job that it does not have");
        for (int slot = 0; slot < count; slot++) {
            boolean goesUp = slot == 0 || numbers[slot - 1] < numbers[slot];
            require(goesUp && numbers[0] > 0, "has numbers that do not go up");
            require(numbers[slot] - numbers[0] <= MOST_NUMBERS, "has numbers far from each other");
            require(
                    createdMicros[slot] >= 0 && Math.abs(createdMicros[slot] - createdMicros[0]) <= MOST_MICROS,
                    "has creations far from each other");
            require(lengths[slot] >= 0 && lengths[slot] <= LONGEST_PAYLOAD, "has a payload that is too long");
            require(offsets[slot] >= 0 && offsets[slot] <= Integer.MAX_VALUE, "has an offset behind any file");
        }
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException("a block " + message);
        }
    }

    /** A bit for each of so many slots. */
    static long allSlots(int count) {
        return -1L >>> (Long.SIZE - count);
    }

    /** The columns of plain jobs, which are sorted by number. */
    static BlockColumns of(List<Job> jobs) {
        Filling filling = new Filling(jobs.size());
        for (Job job : jobs) {
            StoredPayload stored = (StoredPayload) job.payload();
            filling.add(job.number(), job.createdAtMicros());
            filling.id(job.isUuid(), job.idHigh(), job.idLow());
            filling.payload(stored.offset(), stored.length(), stored.sum());
        }
        return filling.columns(((StoredPayload) jobs.get(0).payload()).file());
    }

    public int count() {
        return numbers.length;
    }

    /** Columns to which slots are added. */
    static final class Filling {
        private final long[] numbers;
        private final long[] createdMicros;
        private final long[] idsHigh;
        private final long[] idsLow;
        private final long[] offsets;
        private final long[] lengths;
        private final long[] sums;
        private long uuids;
        private int slot = -1;

        Filling(int count) {
            numbers = new long[count];
            createdMicros = new long[count];
            idsHigh = new long[count];
            idsLow = new long[count];
            offsets = new long[count];
            lengths = new long[count];
            sums = new long[count];
        }

        /** Begins the next slot. */
        void add(long number, long created) {
            slot++;
            numbers[slot] = number;
            createdMicros[slot] = created;
        }

        void id(boolean isUuid, long high, long low) {
            uuids |= isUuid ? 1L << slot : 0;
            idsHigh[slot] = high;
            idsLow[slot] = low;
        }

        void payload(int offset, int length, long sum) {
            offsets[slot] = offset;
            lengths[slot] = length;
            sums[slot] = sum;
        }

        BlockColumns columns(int file) {
            return new BlockColumns(file, numbers, createdMicros, uuids, idsHigh, idsLow, offsets, lengths, sums);
        }
    }
}
