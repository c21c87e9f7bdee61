package dev.reeve.server.metrics;

import dev.reeve.tally.Histogram;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;

/** Shortcuts for building metric families and data points. Counter names have no {@code _total} suffix here. */
final class MetricBuilders {
    private MetricBuilders() {}

    static GaugeSnapshot.Builder gauge(String name, String help) {
        return GaugeSnapshot.builder().name(name).help(help);
    }

    /** A gauge without labels. */
    static GaugeSnapshot single(String name, String help, double value) {
        return gauge(name, help).dataPoint(gaugePoint(value)).build();
    }

    static GaugeSnapshot single(String name, String help, long value) {
        return single(name, help, (double) value);
    }

    static CounterSnapshot.Builder counter(String name, String help) {
        return CounterSnapshot.builder().name(name).help(help);
    }

    static HistogramSnapshot.Builder histogram(String name, String help) {
        return HistogramSnapshot.builder().name(name).help(help);
    }

    static GaugeDataPointSnapshot gaugePoint(double value, String... labels) {
        return GaugeDataPointSnapshot.builder()
                .value(value)
                .labels(Labels.of(labels))
                .build();
    }

    static GaugeDataPointSnapshot gaugePoint(long value, String... labels) {
        return gaugePoint((double) value, labels);
    }

    static CounterDataPointSnapshot counterPoint(long value, String... labels) {
        return CounterDataPointSnapshot.builder()
                .value((double) value)
                .labels(Labels.of(labels))
                .build();
    }

    /** @param unit the divisor from the histogram's unit to the unit of the metric */
    static HistogramDataPointSnapshot histogramPoint(Histogram histogram, double unit, String... labels) {
        long[] bounds = histogram.bounds();
        double[] upper = new double[bounds.length + 1];
        for (int i = 0; i < bounds.length; i++) {
            upper[i] = (double) bounds[i] / unit;
        }
        upper[bounds.length] = Double.POSITIVE_INFINITY;
        return HistogramDataPointSnapshot.builder()
                .classicHistogramBuckets(ClassicHistogramBuckets.of(upper, histogram.counts()))
                .sum((double) histogram.sum() / unit)
                .labels(Labels.of(labels))
                .build();
    }
}
