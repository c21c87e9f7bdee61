package dev.reeve.engine.qless;

import java.util.Comparator;

/** What happened in one queue on one day. */
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

    // Bookkeeping, never stored.
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

    /** How long jobs waited until they were leased. */
    public DurationStatistics waits() {
        return waits;
    }

    /** How long jobs took from then until they were completed. */
    public DurationStatistics runs() {
        return runs;
    }

    public void counts(long newFailures, long newFailed, long newRetries) {
        failures = newFailures;
        failed = newFailed;
        retries = newRetries;
    }

    /** How often a job failed. */
    public long failures() {
        return failures;
    }

    /** How many of those have not been put again since. */
    public long failed() {
        return failed;
    }

    /** How often a lease lapsed. */
    public long retries() {
        return retries;
    }

    public int madeIn() {
        return madeIn;
    }

    public void madeIn(int snapshot) {
        madeIn = snapshot;
    }
}
