package dev.reeve.engine.job;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * The columns of a {@link JobBlock} while it is created. Neighbours differ little: values that go up in steps take nothing, small ones two
 * bytes each, others four. A column is known by a number.
 */
final class Columns {
    /** Each value is the step times its slot. */
    private static final byte STEPS = Byte.MIN_VALUE;

    private final int count;
    private final List<int[]> narrow = new ArrayList<>();
    private final List<int[]> wide = new ArrayList<>();

    Columns(int count) {
        this.count = count;
    }

    /** Adds a column, if these values need one. Returns its number. */
    byte add(IntUnaryOperator valueOf, int step) {
        int[] values = new int[count];
        boolean inSteps = true;
        boolean small = true;
        for (int slot = 0; slot < count; slot++) {
            int value = valueOf.applyAsInt(slot);
            values[slot] = value;
            inSteps &= value == step * slot;
            small &= (char) value == value;
        }
        if (inSteps) {
            return STEPS;
        }
        List<int[]> columns = small ? narrow : wide;
        columns.add(values);
        return (byte) (small ? columns.size() - 1 : -columns.size());
    }

    /** The value of a slot in the column. */
    static int value(char[] narrow, int[] wide, byte column, int slot, int count, int step) {
        if (column == STEPS) {
            return step * slot;
        }
        return column >= 0 ? narrow[column * count + slot] : wide[~column * count + slot];
    }

    char[] narrow() {
        char[] joined = new char[narrow.size() * count];
        for (int column = 0; column < narrow.size(); column++) {
            for (int slot = 0; slot < count; slot++) {
                joined[column * count + slot] = (char) narrow.get(column)[slot];
            }
        }
        return joined;
    }

    int[] wide() {
        int[] joined = new int[wide.size() * count];
        for (int column = 0; column < wide.size(); column++) {
            System.arraycopy(wide.get(column), 0, joined, column * count, count);
        }
        return joined;
    }
}
