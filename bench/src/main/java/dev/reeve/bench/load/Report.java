package dev.reeve.bench.load;

import java.util.Formatter;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** Formats a result as text: rates, percentiles of each step, a histogram, and the bottleneck. */
public final class Report {
    private static final double[] PERCENTILES = {50, 90, 99, 99.9, 100};
    private static final int BAR = 40;
    private static final double NANOS_A_MILLI = 1e6;
    private static final double SHOWN_SHARE = 0.0005;

    private final StringBuilder text = new StringBuilder();
    private final Formatter format = new Formatter(text, Locale.ROOT);

    private Report() {}

    public static String of(LoadResult result, Usage usage) {
        Report report = new Report();
        report.head(result);
        report.percentiles(result.timings());
        report.picture(result.timings().cycles());
        report.limits(usage);
        return report.text.toString();
    }

    private void head(LoadResult result) {
        Load load = result.load();
        format.format(
                "%s at %s:%d, %d connections with %d in flight on each, payloads of %d bytes, %.1f seconds%n%n",
                load.door().name(),
                load.address().getHostString(),
                load.address().getPort(),
                load.connections(),
                load.depth(),
                load.payloadBytes(),
                result.seconds());
        format.format(
                "  %,.0f cycles/s (a job added, taken, finished), %,.0f requests/s%s%n%n",
                result.cyclesPerSecond(), result.requestsPerSecond(), jobs(result));
    }

    private static String jobs(LoadResult result) {
        int batch = result.load().door().batch();
        return batch == 1
                ? ""
                : String.format(Locale.ROOT, ", %,.0f jobs/s (%d in each)", batch * result.cyclesPerSecond(), batch);
    }

    private void percentiles(Timings timings) {
        format.format("  %-8s%9s%9s%9s%9s%9s%n", "ms", "p50", "p90", "p99", "p99.9", "max");
        row("add", timings.of(DialogueStep.ADD));
        row("take", timings.of(DialogueStep.TAKE));
        row("finish", timings.of(DialogueStep.FINISH));
        row("cycle", timings.cycles());
    }

    private void row(String name, Histogram times) {
        format.format("  %-8s", name);
        for (double percentile : PERCENTILES) {
            format.format("%9.3f", times.getValueAtPercentile(percentile) / NANOS_A_MILLI);
        }
        format.format("%n");
    }

    /** Prints the histogram; the upper bound doubles from line to line. */
    private void picture(Histogram cycles) {
        format.format("%n");
        long total = Math.max(1, cycles.getTotalCount());
        long from = 0;
        double largest = largestShare(cycles);
        for (long to = 2_000; from < cycles.getMaxValue(); to *= 2) {
            double share = share(cycles, from, to);
            if (share > 0) {
                String bar = "#".repeat((int) Math.round(BAR * share / largest));
                String figure = share < SHOWN_SHARE
                        ? Math.round(share * total) + " cycles"
                        : String.format(Locale.ROOT, "%.1f %%", 100 * share);
                format.format("  to %10.3f ms  %-" + BAR + "s %s%n", to / NANOS_A_MILLI, bar, figure);
            }
            from = to;
        }
        format.format("%n");
    }

    private static double largestShare(Histogram cycles) {
        double largest = 0;
        long from = 0;
        for (long to = 2_000; from < cycles.getMaxValue(); to *= 2) {
            largest = Math.max(largest, share(cycles, from, to));
            from = to;
        }
        return largest;
    }

    private static double share(Histogram cycles, long from, long to) {
        return (double) cycles.getCountBetweenValues(from, to - 1) / cycles.getTotalCount();
    }

    private void limits(Usage usage) {
        int processors = Runtime.getRuntime().availableProcessors();
        String server = usage.server() < 0 ? "" : String.format(Locale.ROOT, "server %.2f, ", usage.server());
        format.format(
                "Of %d processors: %sload generator %.2f, other programs %.2f, stolen %.2f, idle %.2f%n",
                processors, server, usage.client(), usage.others(), usage.stolen(), usage.idle());
        Verdict.of(usage, processors).forEach(line -> format.format("%s%n", line));
    }
}
