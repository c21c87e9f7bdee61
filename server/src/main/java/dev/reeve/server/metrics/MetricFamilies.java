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
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Collects the metric families of one scrape. Counter names have no {@code _total} suffix here. */
final class MetricFamilies {
    /** Takes the data points of a family, with pairs of label and value. */
    interface Points {
        void add(double value, String... labels);

        default void add(long value, String... labels) {
            add((double) value, labels);
        }
    }

    /** Takes the histograms of a family. */
    interface Histograms {
        void add(Histogram histogram, String... labels);
    }

    private final List<MetricSnapshot> families = new ArrayList<>();

    MetricSnapshots snapshots() {
        return new MetricSnapshots(families);
    }

    void gauge(String name, String help, double value) {
        gauges(name, help, points -> points.add(value));
    }

    void gauge(String name, String help, long value) {
        gauge(name, help, (double) value);
    }

    void gauges(String name, String help, Consumer<Points> values) {
        GaugeSnapshot.Builder family = GaugeSnapshot.builder().name(name).help(help);
        values.accept((value, labels) -> family.dataPoint(GaugeDataPointSnapshot.builder()
                .value(value)
                .labels(Labels.of(labels))
                .build()));
        families.add(family.build());
    }

    void counter(String name, String help, long value) {
        counters(name, help, points -> points.add(value));
    }

    void counters(String name, String help, Consumer<Points> values) {
        CounterSnapshot.Builder family = CounterSnapshot.builder().name(name).help(help);
        values.accept((value, labels) -> family.dataPoint(CounterDataPointSnapshot.builder()
                .value(value)
                .labels(Labels.of(labels))
                .build()));
        families.add(family.build());
    }

    /** @param unit the divisor from the unit of the histograms to the unit of the metric */
    void histograms(String name, String help, double unit, Consumer<Histograms> values) {
        HistogramSnapshot.Builder family =
                HistogramSnapshot.builder().name(name).help(help);
        values.accept((histogram, labels) -> family.dataPoint(point(histogram, unit, labels)));
        families.add(family.build());
    }

    private static HistogramDataPointSnapshot point(Histogram histogram, double unit, String... labels) {
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
