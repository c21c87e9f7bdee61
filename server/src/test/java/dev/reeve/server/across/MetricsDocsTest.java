package dev.reeve.server.across;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.reeve.server.testing.LocalCluster;
import dev.reeve.server.testing.LocalServer;
import dev.reeve.testkit.HttpDoorRequest;
import dev.reeve.testkit.RawHttp;
import dev.reeve.testkit.Scrape;
import dev.reeve.testkit.TestClient;
import dev.reeve.testkit.TlsFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.hawkular.agent.prometheus.types.MetricFamily;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The documented metrics are exactly those that are served. */
@Timeout(120)
class MetricsDocsTest {
    private static final Path DOCS = Path.of("..", "docs");
    private static final Pattern ROW =
            Pattern.compile("^\\| `(\\w+)` \\| (gauge|counter|histogram) \\| ([^|]*)\\|", Pattern.MULTILINE);
    /** Labels that Prometheus adds itself, and the bucket label of histograms. */
    private static final Set<String> OF_PROMETHEUS = Set.of("instance", "job", "le");

    private static final Pattern NAME = Pattern.compile("\\b(?:reeve|jvm|process)_\\w+");

    private static final Map<String, MetricFamily> FAMILIES = new TreeMap<>();
    private static final Set<String> NAMES = new TreeSet<>();

    @BeforeAll
    static void scrape(@TempDir Path data) throws Exception {
        TlsFolder tls = new TlsFolder(data);
        try (LocalServer server = AllDoors.start(data.resolve("data"), tls.settings());
                AllDoors doors = AllDoors.of(server, tls.client())) {
            doors.workq().add("q", "{}");
            RawHttp http = new RawHttp(new TestClient(server.awaitReady("http"), tls.client()));
            http.call(HttpDoorRequest.of("GET", "/no/such/path"), 404);
            note(Scrape.of(http));
        }
        // Only a node of a cluster has some of them, and only one with others has links.
        try (LocalCluster cluster = LocalCluster.start(data, 2, "http.port=0")) {
            note(Scrape.of(cluster.awaitReady("http")[0]));
        }
    }

    private static void note(Scrape scrape) {
        scrape.families().forEach(FAMILIES::putIfAbsent);
        NAMES.addAll(scrape.names());
    }

    @Test
    void every_metric_is_documented_with_its_type_and_labels_and_no_other() throws Exception {
        Map<String, String> documented = new TreeMap<>();
        Matcher row = ROW.matcher(Files.readString(DOCS.resolve("metrics.md")));
        while (row.find()) {
            documented.put(row.group(1), row.group(2) + " " + labels(row.group(3)));
        }
        Map<String, String> served = new TreeMap<>();
        FAMILIES.forEach((name, family) -> {
            if (name.startsWith("reeve_")) {
                served.put(name, family.getType().toString().toLowerCase(Locale.ROOT) + " " + labels(family));
            }
        });
        assertThat(documented).isEqualTo(served);
    }

    private static Set<String> labels(String cell) {
        Set<String> labels = new TreeSet<>();
        Matcher label = Pattern.compile("`(\\w+)`").matcher(cell);
        while (label.find()) {
            labels.add(label.group(1));
        }
        return labels;
    }

    private static Set<String> labels(MetricFamily family) {
        Set<String> labels = new TreeSet<>();
        family.getMetrics().forEach(metric -> labels.addAll(metric.getLabels().keySet()));
        return labels;
    }

    @Test
    void every_alert_rule_asks_for_metrics_that_there_are() throws Exception {
        Map<String, String> expressions = expressions();
        assertThat(expressions)
                .containsKeys(
                        "ReeveOldestJobTooOld",
                        "ReeveSyncsSlow",
                        "ReeveDiskNearlyFull",
                        "ReeveMemoryNearlyUsed",
                        "ReeveManyTimeouts",
                        "ReeveNotReady",
                        "ReeveGrowthRefused");
        Set<String> served = NAMES;
        expressions.forEach((alert, expression) -> {
            List<String> names = new ArrayList<>();
            Matcher name = NAME.matcher(expression);
            while (name.find()) {
                names.add(name.group());
            }
            if (!alert.equals("ReeveDown")) {
                assertThat(names).as(alert).isNotEmpty();
            }
            assertThat(served).as(alert).containsAll(names);
        });
    }

    @Test
    void every_alert_rule_asks_for_labels_that_its_metrics_have() throws Exception {
        Map<String, Set<String>> labels = new TreeMap<>();
        FAMILIES.forEach((name, family) -> labels.put(name, labels(family)));
        Map<String, String> expressions = expressions();
        Map<String, String> texts = texts();
        expressions.forEach((alert, expression) -> {
            Set<String> there = new TreeSet<>(OF_PROMETHEUS);
            Matcher name = NAME.matcher(expression);
            while (name.find()) {
                there.addAll(labels.getOrDefault(
                        name.group(), labels.getOrDefault(name.group().replaceFirst("_bucket$", ""), Set.of())));
            }
            assertThat(there).as(alert).containsAll(labelsIn(expression, texts.getOrDefault(alert, "")));
        });
        assertThat(labelsIn("sum by (instance, le) (a{x=\"1\"})", "{{ $labels.queue }}"))
                .containsExactly("instance", "le", "queue", "x");
    }

    /** Every query of the dashboard for Grafana asks for metrics and labels that there are. */
    @Test
    void every_panel_asks_for_metrics_and_labels_that_there_are() throws Exception {
        JsonNode dashboard = new ObjectMapper()
                .readTree(DOCS.resolve("operations/grafana.json").toFile());
        Map<String, Set<String>> labels = new TreeMap<>();
        FAMILIES.forEach((name, family) -> labels.put(name, labels(family)));
        int queries = 0;
        for (JsonNode panel : dashboard.get("panels")) {
            for (JsonNode target : panel.get("targets")) {
                String expression = target.get("expr").asText();
                Set<String> there = new TreeSet<>(OF_PROMETHEUS);
                List<String> names = NAME.matcher(expression)
                        .results()
                        .map(name -> name.group())
                        .toList();
                assertThat(names).as(expression).isNotEmpty();
                assertThat(NAMES).as(expression).containsAll(names);
                names.forEach(name -> there.addAll(
                        labels.getOrDefault(name, labels.getOrDefault(name.replaceFirst("_bucket$", ""), Set.of()))));
                assertThat(there).as(expression).containsAll(labelsIn(expression, ""));
                assertThat(there)
                        .as(expression)
                        .containsAll(legend(target.get("legendFormat").asText()));
                queries++;
            }
        }
        assertThat(queries).isGreaterThan(15);
        for (JsonNode variable : dashboard.at("/templating/list")) {
            Matcher query = Pattern.compile("label_values\\((\\w+), (\\w+)\\)")
                    .matcher(variable.get("query").asText());
            if (query.matches()) {
                assertThat(NAMES).contains(query.group(1));
                assertThat(query.group(2))
                        .isIn(Stream.concat(
                                        OF_PROMETHEUS.stream(), labels.getOrDefault(query.group(1), Set.of()).stream())
                                .toList());
            }
        }
    }

    private static List<String> legend(String format) {
        return Pattern.compile("\\{\\{(\\w+)\\}\\}")
                .matcher(format)
                .results()
                .map(label -> label.group(1))
                .toList();
    }

    private static Set<String> labelsIn(String expression, String text) {
        Set<String> labels = new TreeSet<>();
        Matcher group =
                Pattern.compile("(?:by|without|on|ignoring)\\s*\\(([^)]*)\\)").matcher(expression);
        while (group.find()) {
            labels.addAll(List.of(group.group(1).split("\\s*,\\s*", -1)));
        }
        Matcher matched =
                Pattern.compile("[{,]\\s*(\\w+)\\s*(?:=~|!~|!=|=)\\s*\"").matcher(expression);
        while (matched.find()) {
            labels.add(matched.group(1));
        }
        Matcher shown = Pattern.compile("\\$labels\\.(\\w+)").matcher(text);
        while (shown.find()) {
            labels.add(shown.group(1));
        }
        return labels;
    }

    /** The summary and the description of each alert. */
    private static Map<String, String> texts() throws IOException {
        Map<String, String> texts = new TreeMap<>();
        for (JsonNode rule : rules()) {
            texts.put(rule.get("alert").asText(), rule.get("annotations").toString());
        }
        return texts;
    }

    private static Map<String, String> expressions() throws IOException {
        Map<String, String> expressions = new TreeMap<>();
        for (JsonNode rule : rules()) {
            assertThat(rule.at("/annotations/summary").asText()).isNotEmpty();
            expressions.put(rule.get("alert").asText(), rule.get("expr").asText());
        }
        return expressions;
    }

    private static List<JsonNode> rules() throws IOException {
        JsonNode file = new ObjectMapper(new YAMLFactory())
                .readTree(DOCS.resolve("operations/alerts.yml").toFile());
        List<JsonNode> rules = new ArrayList<>();
        for (JsonNode group : file.get("groups")) {
            group.get("rules").forEach(rules::add);
        }
        return rules;
    }
}
