package dev.reeve.tally;

/** Histograms in microseconds: waiting time until the first lease, and run time until completion or failure. */
public record JobTimes(Histogram waits, Histogram runs) {
    private static final long MILLI = 1_000;

    JobTimes() {
        this(histogram(), histogram());
    }

    private static Histogram histogram() {
        return Histogram.inUnitsOf(
                MILLI, 1, 5, 25, 100, 500, 1_000, 5_000, 15_000, 60_000, 300_000, 1_800_000, 7_200_000, 86_400_000);
    }
}
