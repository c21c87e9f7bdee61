package dev.reeve.engine.format;

import dev.reeve.engine.EngineState;
import dev.reeve.engine.job.BlockColumns;
import dev.reeve.engine.job.ColumnsPlace;
import dev.reeve.engine.job.JobBlock;
import dev.reeve.engine.job.PayloadBlock;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.queue.JobQueue;
import java.util.function.Function;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The encoding of packed jobs in a snapshot: what they have in common, then the columns of their block. These can be read by themselves.
 *
 * <p>A column is the number of bytes that a value takes, and the smallest value, which is subtracted from all. If values go up in steps,
 * the number of bytes is 0: there are the first value and the step. Ids and sums are noise, 8 bytes for each number.
 */
public final class BlockFormat {
    private BlockFormat() {}

    /**
     * Writes those jobs of a block, with what they have in common.
     *
     * @param before the terms of the job before in the same chunk; null for the first one
     */
    static void write(JobBlock block, long slots, @Nullable Terms before, ByteSink out) {
        writeCommon(block, before, out);
        write(block.columns(slots), out);
    }

    private static void writeCommon(JobBlock block, @Nullable Terms before, ByteSink out) {
        boolean same = block.terms().equals(before);
        out.putVarLong(block.queue().number());
        out.putSigned(block.priority());
        out.putBoolean(same);
        if (!same) {
            TermsFormat.write(block.terms(), out);
        }
    }

    /** As {@link #write(JobBlock, long, Terms, ByteSink)}, with the place of ids and sums instead of these. */
    static void writeOnDisk(JobBlock block, long slots, @Nullable Terms before, ByteSink out) {
        writeCommon(block, before, out);
        // Without an object for each column: there may be hundreds of thousands of blocks.
        int count = block.count();
        out.putByte(count);
        out.putVarLong(block.file(0));
        write(count, block::jobNumber, out);
        write(count, block::createdAtMicros, out);
        write(count, block::offset, out);
        write(count, block::length, out);
        out.putLong(block.uuids());
        out.putLong(slots);
        ColumnsPlace place = block.placeOfColumns();
        out.putVarLong(place.file());
        out.putVarLong(place.offset());
    }

    /**
     * Reads a block. Of the state only the queues and the counters are used, which do not change while jobs are read.
     *
     * @param before the terms of the job before in the same chunk; null for the first one
     */
    static JobBlock read(ByteSource in, @Nullable Terms before, EngineState state) {
        JobBlock block = read(in, before, state, BlockFormat::read);
        checkNumbers(block, state);
        return block;
    }

    /**
     * Reads a block whose ids and sums are on disk only. It has slots of jobs that are not in the snapshot: some had left the block, others
     * were added after the start.
     */
    static JobBlock readOnDisk(ByteSource in, @Nullable Terms before, EngineState state) {
        JobBlock block = read(in, before, state, BlockFormat::readNumbers);
        long slots = in.getLong();
        int file = in.getCount(Integer.MAX_VALUE);
        int offset = in.getCount(Integer.MAX_VALUE);
        block.onDisk(slots, file, offset);
        checkNumbers(block, state);
        return block;
    }

    private static void checkNumbers(JobBlock block, EngineState state) {
        long last = block.jobNumber(block.lastPacked());
        if (last > state.lastNumber()) {
            throw new FormatException("job " + last + " of the snapshot has a number that was not assigned yet");
        }
    }

    private static JobBlock read(
            ByteSource in, @Nullable Terms before, EngineState state, Function<ByteSource, BlockColumns> reader) {
        JobQueue queue = JobFormat.queue(in.getVarLong(), state);
        long priority = in.getSigned();
        Terms terms = in.getBoolean() ? before : TermsFormat.read(in);
        BlockColumns columns = reader.apply(in);
        if (terms == null || terms.foreground()) {
            throw new FormatException("the jobs from " + columns.numbers()[0]
                    + " on of the snapshot have no terms that a block can have");
        }
        return new JobBlock(state.blockOwner(), queue, terms, priority, columns);
    }

    public static void write(BlockColumns columns, ByteSink out) {
        writeNumbers(columns, out);
        for (int slot = 0; slot < columns.count(); slot++) {
            out.putLong(columns.idsHigh()[slot]);
            out.putLong(columns.idsLow()[slot]);
            out.putLong(columns.sums()[slot]);
        }
    }

    private static void writeNumbers(BlockColumns columns, ByteSink out) {
        int count = columns.count();
        out.putByte(count);
        out.putVarLong(columns.file());
        write(count, slot -> columns.numbers()[slot], out);
        write(count, slot -> columns.createdMicros()[slot], out);
        write(count, slot -> columns.offsets()[slot], out);
        write(count, slot -> columns.lengths()[slot], out);
        out.putLong(columns.uuids());
    }

    public static BlockColumns read(ByteSource in) {
        return read(in, true);
    }

    private static BlockColumns readNumbers(ByteSource in) {
        return read(in, false);
    }

    private static BlockColumns read(ByteSource in, boolean withNoise) {
        int count = in.getByte();
        if (count == 0 || count > PayloadBlock.SLOTS) {
            throw new FormatException("a block has " + count + " jobs");
        }
        int file = in.getCount(Integer.MAX_VALUE);
        long[] numbers = readColumn(in, count);
        long[] createdMicros = readColumn(in, count);
        long[] offsets = readColumn(in, count);
        long[] lengths = readColumn(in, count);
        long uuids = in.getLong();
        long[] idsHigh = new long[count];
        long[] idsLow = new long[count];
        long[] sums = new long[count];
        for (int slot = 0; withNoise && slot < count; slot++) {
            idsHigh[slot] = in.getLong();
            idsLow[slot] = in.getLong();
            sums[slot] = in.getLong();
        }
        try {
            return new BlockColumns(file, numbers, createdMicros, uuids, idsHigh, idsLow, offsets, lengths, sums);
        } catch (IllegalArgumentException e) {
            throw new FormatException("a block cannot be decoded: " + e.getMessage());
        }
    }

    private static void write(int count, IntToLongFunction column, ByteSink out) {
        long first = column.applyAsLong(0);
        long step = count == 1 ? 0 : column.applyAsLong(1) - first;
        long smallest = first;
        long largest = first;
        boolean inSteps = true;
        for (int slot = 1; slot < count; slot++) {
            long value = column.applyAsLong(slot);
            inSteps &= value == first + step * slot;
            smallest = Math.min(smallest, value);
            largest = Math.max(largest, value);
        }
        if (inSteps) {
            out.putByte(0);
            out.putSigned(first);
            out.putSigned(step);
            return;
        }
        int width = width(largest - smallest);
        out.putByte(width);
        out.putSigned(smallest);
        for (int slot = 0; slot < count; slot++) {
            out.putFixed(column.applyAsLong(slot) - smallest, width);
        }
    }

    /** How many bytes the number takes, which is not 0. */
    private static int width(long number) {
        return (Long.SIZE - Long.numberOfLeadingZeros(number) + Byte.SIZE - 1) / Byte.SIZE;
    }

    private static long[] readColumn(ByteSource in, int count) {
        int width = in.getByte();
        if (width > Long.BYTES) {
            throw new FormatException("a column of a block has values of " + width + " bytes");
        }
        long first = in.getSigned();
        long step = width == 0 ? in.getSigned() : 0;
        long[] values = new long[count];
        for (int slot = 0; slot < count; slot++) {
            values[slot] = first + (width == 0 ? step * slot : in.getFixed(width));
        }
        return values;
    }
}
