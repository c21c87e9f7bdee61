package dev.reeve.engine.qless;

import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;

/** The encoding of {@link DayStats} in a snapshot. */
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

    private static void write(DurationStatistics durations, ByteSink out) {
        out.putVarLong(durations.count());
        out.putLong(Double.doubleToLongBits(durations.mean()));
        out.putLong(Double.doubleToLongBits(durations.sumOfSquares()));
        for (int i = 0; i < DurationStatistics.BINS; i++) {
            out.putVarLong(durations.bin(i));
        }
    }

    public static DayStats read(ByteSource in) {
        long queue = in.getVarLong();
        long day = in.getSigned();
        long failures = in.getSigned();
        long failed = in.getSigned();
        long retries = in.getSigned();
        DayStats stats = new DayStats(queue, day, readDurations(in), readDurations(in));
        stats.counts(failures, failed, retries);
        return stats;
    }

    private static DurationStatistics readDurations(ByteSource in) {
        DurationStatistics durations = new DurationStatistics();
        durations.set(in.getVarLong(), Double.longBitsToDouble(in.getLong()), Double.longBitsToDouble(in.getLong()));
        for (int i = 0; i < DurationStatistics.BINS; i++) {
            durations.bin(i, in.getCount(Integer.MAX_VALUE));
        }
        return durations;
    }
}
