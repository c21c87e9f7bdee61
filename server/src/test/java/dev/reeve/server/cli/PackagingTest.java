package dev.reeve.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.reeve.testkit.RawHttp;
import dev.reeve.testkit.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The example for Kubernetes and the Dockerfile agree with each other and with a real server. */
@Timeout(120)
class PackagingTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path HOME = Path.of("..");

    @TempDir
    private static Path data;

    private static Map<String, JsonNode> objects;
    private static ServerProcess server;

    @BeforeAll
    static void start() throws Exception {
        objects = new TreeMap<>();
        ObjectMapper yaml = new ObjectMapper(new YAMLFactory());
        try (var documents = yaml.readerFor(JsonNode.class)
                .<JsonNode>readValues(
                        HOME.resolve("examples/kubernetes/reeve.yaml").toFile())) {
            while (documents.hasNext()) {
                JsonNode object = documents.next();
                objects.put(object.get("kind").asText(), object);
            }
        }
        List<String> arguments = arguments();
        List<String> settings = new ArrayList<>(List.of("http.port=0"));
        for (int i = 0; i < arguments.size(); i++) {
            if (arguments.get(i).equals("--set")) {
                settings.add(arguments.get(i + 1));
            }
        }
        server = ServerProcess.start(data, settings.toArray(String[]::new));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static JsonNode object(String kind) {
        return Objects.requireNonNull(objects.get(kind), kind);
    }

    private static JsonNode container() {
        return object("StatefulSet").at("/spec/template/spec/containers/0");
    }

    private static List<String> arguments() {
        return JSON.convertValue(
                container().get("args"), JSON.getTypeFactory().constructCollectionType(List.class, String.class));
    }

    private static JsonNode get(String path) throws Exception {
        try (RawHttp http = new RawHttp(server.awaitReady("http"))) {
            RawHttp.Answer answer = http.request("GET " + path + " HTTP/1.1", "Host: reeve:8023")
                    .read();
            assertThat(answer.status()).as(path + " " + answer.body()).isEqualTo(200);
            return JSON.readTree(answer.body());
        }
    }

    private static void send(String line, String body) throws Exception {
        try (RawHttp http = new RawHttp(server.awaitReady("http"))) {
            assertThat(http.requestWithBody(line, body).read().status()).isBetween(200, 299);
        }
    }

    @Test
    void keda_finds_the_numbers_of_waiting_and_of_leased_jobs() throws Exception {
        send("PUT /v1/queues/mail", "{\"max_attempts\":5}");
        for (int i = 0; i < 3; i++) {
            send("POST /v1/jobs", "{\"queue\":\"mail\"}");
        }
        send("POST /v1/acquire", "{\"queues\":[\"mail\"]}");
        Map<String, Integer> found = new TreeMap<>();
        for (JsonNode trigger : object("ScaledObject").at("/spec/triggers")) {
            assertThat(trigger.get("type").asText()).isEqualTo("metrics-api");
            String url = trigger.at("/metadata/url").asText();
            assertThat(url)
                    .startsWith(
                            "http://" + object("Service").at("/metadata/name").asText() + ":8023/");
            String location = trigger.at("/metadata/valueLocation").asText();
            JsonNode value = get(url.substring(url.indexOf("/v1/"))).at("/" + location.replace('.', '/'));
            assertThat(value.isInt()).as(location).isTrue();
            found.put(location, value.asInt());
        }
        assertThat(found).isEqualTo(Map.of("ready", 2, "leased", 1));
    }

    @Test
    void the_probes_are_answered() throws Exception {
        for (String probe : List.of("readinessProbe", "livenessProbe")) {
            get(container().at("/" + probe + "/httpGet/path").asText());
        }
    }

    @Test
    void what_is_named_is_there() {
        String app =
                object("StatefulSet").at("/spec/template/metadata/labels/app").asText();
        assertThat(object("Service").at("/spec/selector/app").asText()).isEqualTo(app);
        assertThat(object("NetworkPolicy")
                        .at("/spec/podSelector/matchLabels/app")
                        .asText())
                .isEqualTo(app);
        assertThat(object("ScaledObject").at("/spec/scaleTargetRef/name"))
                .isEqualTo(object("Deployment").at("/metadata/name"));
        assertThat(object("Service").at("/spec/ports/0/port").asInt())
                .isEqualTo(container().at("/ports/0/containerPort").asInt());
        assertThat(ReeveCommand.commandLine()
                        .parseArgs(arguments().toArray(String[]::new))
                        .hasSubcommand())
                .isTrue();
    }

    private static String instruction(String name) throws IOException {
        String file = Files.readString(HOME.resolve("packaging/Dockerfile")).replace("\\\n", " ");
        Matcher found = Pattern.compile("(?m)^" + name + " (.*)$").matcher(file);
        assertThat(found.find()).as(name).isTrue();
        return found.group(1);
    }

    @Test
    void the_image_runs_as_the_user_and_with_the_arguments_of_the_example() throws IOException {
        assertThat(instruction("USER"))
                .isEqualTo(object("StatefulSet")
                        .at("/spec/template/spec/securityContext/runAsUser")
                        .asText())
                .isNotEqualTo("0");
        assertThat(instruction("RUN useradd")).contains("--uid " + instruction("USER") + " ");
        List<String> words = new ArrayList<>();
        JSON.readTree(instruction("CMD")).forEach(word -> words.add(word.asText()));
        assertThat(arguments()).startsWith(words.toArray(String[]::new));
        assertThat(instruction("VOLUME"))
                .isEqualTo(container().at("/volumeMounts/0/mountPath").asText());
        assertThat(JSON.readTree(instruction("ENTRYPOINT")).get(0).asText())
                .isEqualTo(instruction("COPY").split(" ", -1)[1] + "bin/reeve");
    }

    @Test
    void the_image_checks_its_health() throws Exception {
        assertThat(health(server.awaitReady("http"))).isZero();
        assertThat(health(1)).isNotZero();
    }

    private static int health(int port) throws Exception {
        String check = instruction("HEALTHCHECK");
        List<String> words = new ArrayList<>();
        JSON.readTree(check.substring(check.indexOf('['))).forEach(word -> words.add(word.asText()));
        words.replaceAll(word -> word.replace("/8023", "/" + port));
        return new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }
}
