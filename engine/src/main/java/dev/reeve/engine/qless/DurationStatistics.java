package dev.reeve.engine.qless;

import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import java.util.Arrays;

/**
 * Statistics of durations in seconds: count, mean and variance by Welford's method, and a histogram with bins for 60
 * seconds, 59 minutes, 23 hours and 6 days. A duration outside all bins is included in the other figures.
 */
public final class DurationStatistics {
    public static final int BINS = 60 + 59 + 23 + 6;

    private static final int MINUTE = 60;
    private static final int HOUR = 60 * MINUTE;
    private static final int DAY = 24 * HOUR;

    private final int[] bins = new int[BINS];
    private long count;
    private double mean;
    private double sumOfSquares;

    public DurationStatistics copy() {
        DurationStatistics copy = new DurationStatistics();
        copy.set(count, mean, sumOfSquares);
        System.arraycopy(bins, 0, copy.bins, 0, BINS);
        return copy;
    }

    public void add(double seconds) {
        count++;
        double before = mean;
        mean = count == 1 ? seconds : mean + (seconds - mean) / count;
        sumOfSquares = count == 1 ? 0 : sumOfSquares + (seconds - mean) * (seconds - before);
        int bin = bin(Math.floor(seconds));
        if (bin >= 0) {
            bins[bin]++;
        }
    }

    private static int bin(double seconds) {
        if (!(seconds >= 0 && seconds < 7 * DAY)) {
            return -1;
        }
        int whole = (int) seconds;
        if (whole < MINUTE) {
            return whole;
        } else if (whole < HOUR) {
            return 60 + whole / MINUTE - 1;
        } else if (whole < DAY) {
            return 60 + 59 + whole / HOUR - 1;
        }
        return 60 + 59 + 23 + whole / DAY - 1;
    }

    void write(ByteSink out) {
        out.putVarLong(count);
        out.putLong(Double.doubleToLongBits(mean));
        out.putLong(Double.doubleToLongBits(sumOfSquares));
        for (int bin : bins) {
            out.putVarLong(bin);
        }
    }

    static DurationStatistics read(ByteSource in) {
        DurationStatistics read = new DurationStatistics();
        read.set(in.getVarLong(), Double.longBitsToDouble(in.getLong()), Double.longBitsToDouble(in.getLong()));
        Arrays.setAll(read.bins, i -> in.getCount(Integer.MAX_VALUE));
        return read;
    }

    private void set(long newCount, double newMean, double newSumOfSquares) {
        count = newCount;
        mean = newMean;
        sumOfSquares = newSumOfSquares;
    }

    public long count() {
        return count;
    }

    public double mean() {
        return mean;
    }

    /** The sum of the squares of the differences from the mean. */
    public double sumOfSquares() {
        return sumOfSquares;
    }

    public double variance() {
        return count > 1 ? sumOfSquares / (count - 1) : 0;
    }

    public int bin(int index) {
        return bins[index];
    }
}
