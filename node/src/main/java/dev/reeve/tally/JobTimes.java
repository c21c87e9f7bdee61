package dev.reeve.tally;

/** Histograms in microseconds: waiting time until the first lease, and run time until completion or failure. */
public record JobTimes(Histogram waits, Histogram runs) {
    private static final long MILLI = 1_000;
    private static final long SECOND = 1_000_000;

    static JobTimes create() {
        return new JobTimes(histogram(), histogram());
    }

    private static Histogram histogram() {
        return new Histogram(
                MILLI,
                5 * MILLI,
                25 * MILLI,
                100 * MILLI,
                500 * MILLI,
                SECOND,
                5 * SECOND,
                15 * SECOND,
                60 * SECOND,
                300 * SECOND,
                1_800 * SECOND,
                7_200 * SECOND,
                86_400 * SECOND);
    }
}
