package dev.reeve.engine.qless;

import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import java.util.Comparator;

/** The statistics of one queue on one day. */
public final class DayStats {
    public static final Comparator<DayStats> ORDER =
            Comparator.comparingLong(DayStats::queueNumber).thenComparingLong(DayStats::day);

    private final long queueNumber;
    private final long day;
    private final DurationStatistics waits;
    private final DurationStatistics runs;
    private long failures;
    private long failed;
    private long retries;

    // Not part of snapshots.
    private int madeIn;

    public DayStats(long queueNumber, long day, DurationStatistics waits, DurationStatistics runs) {
        this.queueNumber = queueNumber;
        this.day = day;
        this.waits = waits;
        this.runs = runs;
    }

    public DayStats copy() {
        DayStats copy = new DayStats(queueNumber, day, waits.copy(), runs.copy());
        copy.counts(failures, failed, retries);
        return copy;
    }

    public long queueNumber() {
        return queueNumber;
    }

    public long day() {
        return day;
    }

    /** The times from put to lease. */
    public DurationStatistics waits() {
        return waits;
    }

    /** The times from lease to completion. */
    public DurationStatistics runs() {
        return runs;
    }

    public void counts(long newFailures, long newFailed, long newRetries) {
        failures = newFailures;
        failed = newFailed;
        retries = newRetries;
    }

    /** The number of failures. */
    public long failures() {
        return failures;
    }

    /** The number of failed jobs that have not been put again since. */
    public long failed() {
        return failed;
    }

    /** The number of lapsed leases. */
    public long retries() {
        return retries;
    }

    /** The number of the snapshot during which this object was created; 0 for none. */
    public int madeIn() {
        return madeIn;
    }

    public void madeIn(int snapshot) {
        madeIn = snapshot;
    }

    public void write(ByteSink out) {
        out.putVarLong(queueNumber);
        out.putSigned(day);
        waits.write(out);
        runs.write(out);
        out.putSigned(failures);
        out.putSigned(failed);
        out.putSigned(retries);
    }

    public static DayStats read(ByteSource in) {
        DayStats stats =
                new DayStats(in.getVarLong(), in.getSigned(), DurationStatistics.read(in), DurationStatistics.read(in));
        stats.counts(in.getSigned(), in.getSigned(), in.getSigned());
        return stats;
    }
}
