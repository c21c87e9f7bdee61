package dev.reeve.bench.compare;

import java.util.Arrays;
import java.util.Locale;

/** Quartiles, minimum and maximum of repeated measurements. */
record Spread(double min, double lowerQuartile, double median, double upperQuartile, double max, int count) {
    static Spread of(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return new Spread(
                at(sorted, 0), at(sorted, 0.25), at(sorted, 0.5), at(sorted, 0.75), at(sorted, 1), sorted.length);
    }

    /** The spread of a ratio as text: median, quartiles, minimum and maximum. */
    String asRatio() {
        return String.format(
                Locale.ROOT, "**%.2f** (%.2f to %.2f; %.2f to %.2f)", median, lowerQuartile, upperQuartile, min, max);
    }

    /** The quantile, interpolated between neighbours. */
    private static double at(double[] sorted, double share) {
        double place = share * (sorted.length - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }
}
