package dev.reeve.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.hawkular.agent.prometheus.text.TextPrometheusMetricsProcessor;
import org.hawkular.agent.prometheus.types.Counter;
import org.hawkular.agent.prometheus.types.Gauge;
import org.hawkular.agent.prometheus.types.Histogram;
import org.hawkular.agent.prometheus.types.Metric;
import org.hawkular.agent.prometheus.types.MetricFamily;
import org.hawkular.agent.prometheus.types.MetricType;
import org.hawkular.agent.prometheus.walkers.CollectorPrometheusMetricsWalker;

/** The metrics of a server, parsed by a Prometheus parser. */
public final class Scrape {
    private final String text;
    private final Map<String, MetricFamily> families = new HashMap<>();

    private Scrape(String text) {
        this.text = text;
        CollectorPrometheusMetricsWalker walker = new CollectorPrometheusMetricsWalker();
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        new TextPrometheusMetricsProcessor(new ByteArrayInputStream(bytes), walker).walk();
        for (MetricFamily family : walker.getAllMetricFamilies()) {
            assertThat(families.put(family.getName(), family))
                    .as("%s is told twice", family.getName())
                    .isNull();
        }
    }

    public static Scrape of(int httpPort) throws IOException, InterruptedException {
        return of(HttpClient.newHttpClient(), httpPort);
    }

    /** Scrapes with an HTTP client that may already be connected. */
    public static Scrape of(HttpClient client, int httpPort) throws IOException, InterruptedException {
        return of(client, "http://127.0.0.1:" + httpPort);
    }

    /** As above; the address has no path. */
    public static Scrape of(HttpClient client, String address) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(address + "/metrics")).build();
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("content-type")).contains("text/plain; version=0.0.4; charset=utf-8");
        return new Scrape(response.body());
    }

    /** Parses a text that was received elsewhere. */
    public static Scrape read(String text) {
        return new Scrape(text);
    }

    public String text() {
        return text;
    }

    public Map<String, MetricFamily> families() {
        return families;
    }

    /** The value of a gauge or counter, or the count of a histogram; labels alternate between name and value. */
    public double value(String name, String... labels) {
        Metric metric = find(name, labels);
        if (metric instanceof Gauge gauge) {
            return gauge.getValue();
        }
        if (metric instanceof Counter counter) {
            return counter.getValue();
        }
        return ((Histogram) metric).getSampleCount();
    }

    public Histogram histogram(String name, String... labels) {
        return (Histogram) find(name, labels);
    }

    private Metric find(String name, String... labels) {
        Map<String, String> wanted = new HashMap<>();
        for (int i = 0; i < labels.length; i += 2) {
            wanted.put(labels[i], labels[i + 1]);
        }
        List<Metric> found = metrics(name).stream()
                .filter(metric -> metric.getLabels().equals(wanted))
                .toList();
        assertThat(found).as("%s%s", name, wanted).hasSize(1);
        return found.get(0);
    }

    private List<Metric> metrics(String name) {
        return Objects.requireNonNull(families.get(name), name).getMetrics();
    }

    /** The sum over all labels. */
    public double sum(String name) {
        return metrics(name).stream()
                .mapToDouble(
                        metric -> metric instanceof Counter counter ? counter.getValue() : ((Gauge) metric).getValue())
                .sum();
    }

    /** The sum over all samples with this label. */
    public double sumWhere(String name, String label, String value) {
        return metrics(name).stream()
                .filter(metric -> value.equals(metric.getLabels().get(label)))
                .mapToDouble(metric -> ((Gauge) metric).getValue())
                .sum();
    }

    /** The counters that are not zero, by their label values in this order. */
    public Map<String, Long> counted(String name, String... labels) {
        Map<String, Long> counted = new TreeMap<>();
        for (Metric metric : metrics(name)) {
            String key = Arrays.stream(labels)
                    .map(label -> metric.getLabels().get(label))
                    .collect(Collectors.joining(" "));
            counted.put(key, (long) ((Counter) metric).getValue());
        }
        counted.values().removeIf(count -> count == 0);
        return counted;
    }

    /** All values of this label. */
    public Set<String> labels(String name, String label) {
        Set<String> values = new TreeSet<>();
        metrics(name).forEach(metric -> values.add(metric.getLabels().get(label)));
        return values;
    }

    /** All metric names for expressions; histograms have three suffixes. */
    public Set<String> names() {
        Set<String> names = new TreeSet<>();
        families.forEach((name, family) -> {
            if (family.getType() == MetricType.HISTOGRAM || family.getType() == MetricType.SUMMARY) {
                names.addAll(List.of(name + "_bucket", name + "_sum", name + "_count"));
            } else {
                names.add(name);
            }
        });
        return names;
    }
}
