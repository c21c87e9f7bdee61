package dev.reeve.server.tally;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How many values fell between which bounds, and their sum. One thread at a time adds and any may read; what is read while
 * a value is being added may count it in one place and not yet in another.
 */
public final class Histogram {
    private final long[] bounds;
    private final AtomicLongArray cells;
    private final Counter sum = new Counter();

    /** @param bounds the largest values of each cell but the last, ascending */
    public Histogram(long... bounds) {
        this.bounds = bounds.clone();
        this.cells = new AtomicLongArray(bounds.length + 1);
    }

    public void add(long value) {
        int cell = 0;
        while (cell < bounds.length && value > bounds[cell]) {
            cell++;
        }
        cells.lazySet(cell, cells.getPlain(cell) + 1);
        sum.add(value);
    }

    public long[] bounds() {
        return bounds.clone();
    }

    /** How many values are in each cell, those above all bounds last. */
    public long[] counts() {
        long[] counts = new long[cells.length()];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = cells.get(i);
        }
        return counts;
    }

    public long sum() {
        return sum.get();
    }
}
