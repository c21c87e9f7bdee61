package dev.reeve.tally;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.LongStream;

/**
 * A histogram with fixed bounds, and the sum of its values. It has a single writer at a time and any number of readers. A
 * read during a write may see the value in the counts but not yet in the sum.
 */
public final class Histogram {
    private final long[] bounds;
    private final AtomicLongArray buckets;
    private final Counter sum = new Counter();

    /** @param bounds the inclusive upper bounds of all buckets except the last, ascending */
    public Histogram(long... bounds) {
        this.bounds = bounds.clone();
        this.buckets = new AtomicLongArray(bounds.length + 1);
    }

    /** @param bounds as for the constructor, in this unit */
    static Histogram inUnitsOf(long unit, long... bounds) {
        return new Histogram(LongStream.of(bounds).map(bound -> bound * unit).toArray());
    }

    public void add(long value) {
        int bucket = 0;
        while (bucket < bounds.length && value > bounds[bucket]) {
            bucket++;
        }
        buckets.lazySet(bucket, buckets.getPlain(bucket) + 1);
        sum.add(value);
    }

    public long[] bounds() {
        return bounds.clone();
    }

    /** The number of values in each bucket; the last bucket has the values above all bounds. */
    public long[] counts() {
        long[] counts = new long[buckets.length()];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = buckets.get(i);
        }
        return counts;
    }

    public long sum() {
        return sum.get();
    }
}
