package dev.reeve.engine.qless;

import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;

/** The bytes of a queue's statistics of a day, in a snapshot. */
public final class StatsFormat {
    private StatsFormat() {}

    public static void write(DayStats stats, ByteSink out) {
        out.putVarLong(stats.queueNumber());
        out.putSigned(stats.day());
        out.putSigned(stats.failures());
        out.putSigned(stats.failed());
        out.putSigned(stats.retries());
        write(stats.waits(), out);
        write(stats.runs(), out);
    }

    private static void write(DurationStatistics spread, ByteSink out) {
        out.putVarLong(spread.count());
        out.putLong(Double.doubleToLongBits(spread.mean()));
        out.putLong(Double.doubleToLongBits(spread.sumOfSquares()));
        for (int i = 0; i < DurationStatistics.BINS; i++) {
            out.putVarLong(spread.bin(i));
        }
    }

    public static DayStats read(ByteSource in) {
        long queue = in.getVarLong();
        long day = in.getSigned();
        long failures = in.getSigned();
        long failed = in.getSigned();
        long retries = in.getSigned();
        DayStats stats = new DayStats(queue, day, readSpread(in), readSpread(in));
        stats.counts(failures, failed, retries);
        return stats;
    }

    private static DurationStatistics readSpread(ByteSource in) {
        DurationStatistics spread = new DurationStatistics();
        spread.set(in.getVarLong(), Double.longBitsToDouble(in.getLong()), Double.longBitsToDouble(in.getLong()));
        for (int i = 0; i < DurationStatistics.BINS; i++) {
            spread.bin(i, in.getCount(Integer.MAX_VALUE));
        }
        return spread;
    }
}
