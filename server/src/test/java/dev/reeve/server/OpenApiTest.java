package dev.reeve.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reeve.door.jobber.JobberSettings;
import dev.reeve.door.ocypod.OcypodSettings;
import dev.reeve.engine.job.JobRef;
import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.server.testing.ExampleShape;
import dev.reeve.server.testing.OpenApiDocument;
import dev.reeve.server.testing.OpenApiDocument.Operation;
import dev.reeve.server.testing.TcpServer;
import dev.reeve.server.testing.TestHttp;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code /openapi.json} is correct: it contains all routes, and each route answers as documented. */
class OpenApiTest {
    private final ObjectMapper mapper = new ObjectMapper();
    private final TestServer server = TcpServer.start(JournalKind.LOCAL);
    private final TestHttp http = new TestHttp(server);
    private String currentLock = "";
    private JsonNode document = mapper.createObjectNode();
    private @Nullable OpenApiDocument openApi;

    @BeforeEach
    void read() throws Exception {
        HttpResponse<String> answer = http.get("/openapi.json");
        assertThat(answer.headers().firstValue("content-type")).hasValue("application/json");
        document = mapper.readTree(answer.body());
        openApi = new OpenApiDocument(document);
        assertThat(document.at("/openapi").asText()).startsWith("3.1.");
    }

    @AfterEach
    void close() {
        http.close();
        server.close();
    }

    private OpenApiDocument openApi() {
        return Objects.requireNonNull(openApi);
    }

    private List<Operation> operations() {
        return openApi().operations();
    }

    /** All documented operations except those that only a complete server has, one with an auth file, or a node of a cluster. */
    private List<Operation> called() {
        return operations().stream()
                .filter(operation -> !operation.path().equals("/metrics")
                        && !operation.toString().matches("(POST|DELETE) /v1/tokens.*|POST /v1/nodes/.*"))
                .toList();
    }

    @Test
    void has_every_route_and_no_other() {
        Set<String> served = new TreeSet<>(Set.of("GET /health", "GET /livez", "GET /readyz", "GET /metrics"));
        HttpRoutes.of(OcypodSettings.DEFAULTS, JobberSettings.DEFAULTS)
                .all()
                .forEach(route -> served.add(route.method().replace(" only", "") + " " + route.path()));
        Set<String> told = new TreeSet<>();
        operations().forEach(operation -> told.add(operation.toString()));
        assertThat(told).isEqualTo(served);
    }

    @Test
    void every_reference_leads_somewhere() {
        List<String> references = document.findValuesAsText("$ref");
        assertThat(references)
                .isNotEmpty()
                .allSatisfy(reference -> assertThat(
                                document.at(reference.substring(1)).isMissingNode())
                        .as(reference)
                        .isFalse());
        List<String> ids = new ArrayList<>();
        operations()
                .forEach(
                        operation -> ids.add(operation.node().at("/operationId").asText()));
        assertThat(ids).doesNotHaveDuplicates().doesNotContain("");
    }

    @Test
    void every_operation_answers_as_documented_when_all_is_well() {
        for (Operation operation : called()) {
            http.send("PUT", "/queue/q", "{}");
            http.send("PUT", "/v1/limits/q", "{\"max_running\":2}");
            http.send(
                    "PUT",
                    "/v1/webhooks/s",
                    "{\"url\":\"http://host\",\"events\":[\"job.failed\"],\"secret\":\"whsec_" + "A".repeat(32)
                            + "\"}");
            http.send("PUT", "/v1/schedules/s", "{\"every\":\"1h\",\"job\":{\"queue\":\"q\"}}");
            String path = operation
                    .path()
                    .replace("{queue}", "q")
                    .replace("{name}", "s")
                    .replace("{pattern}", "q")
                    .replace("{type}", operation.path().startsWith("/problems") ? "invalid" : "q")
                    .replace("{tag}", "t")
                    .replace("{batch}", newBatch(operation));
            String job = newJob(operation);
            http.send("POST", "/v1/acquire", "{\"queues\":[\"no-such-queue\"],\"worker\":\"w\"}");
            HttpResponse<String> answer =
                    send(operation, path.replace("{id}", job).replace("{worker}", "w"), example(operation));
            assertThat(answer.statusCode()).as(operation + ": " + answer.body()).isBetween(200, 299);
            openApi().check(operation, answer);
            checkExample(operation, answer);
        }
    }

    /** An answer that is JSON has the shape of its example. */
    private void checkExample(Operation operation, HttpResponse<String> answer) {
        JsonNode content = operation.node().at("/responses/" + answer.statusCode() + "/content/application~1json");
        // The answer to this one is the description itself.
        if (content.isMissingNode() || operation.path().equals("/openapi.json")) {
            return;
        }
        try {
            assertThat(ExampleShape.differences(content.path("example"), mapper.readTree(answer.body())))
                    .as(operation + " " + answer.body())
                    .isEmpty();
        } catch (JsonProcessingException e) {
            throw new AssertionError(answer.body(), e);
        }
    }

    @Test
    void every_body_and_every_good_answer_has_an_example() {
        List<String> without = new ArrayList<>();
        for (Operation operation : operations()) {
            JsonNode body = operation.node().at("/requestBody/content/application~1json");
            if (!body.isMissingNode() && !body.has("example")) {
                without.add(operation + " body");
            }
            operation.node().path("responses").properties().forEach(response -> {
                JsonNode content = response.getValue().at("/content/application~1json");
                if (response.getKey().startsWith("2") && !content.isMissingNode() && !content.has("example")) {
                    without.add(operation + " " + response.getKey());
                }
            });
        }
        assertThat(without).isEmpty();
    }

    /** The id of an open batch, for operations on a batch. */
    private String newBatch(Operation operation) {
        String id = operation.node().at("/operationId").asText();
        if (operation.path().contains("{batch}")) {
            http.send("POST", "/v1/batches", "{\"id\":\"" + id + "\",\"open\":true,\"jobs\":[{\"queue\":\"pages\"}]}");
        }
        return id;
    }

    /** The number or id of a job that is leased with the first lock, for operations on a job. */
    private String newJob(Operation operation) {
        if (!operation.path().contains("{id}")) {
            return "";
        }
        // What earlier operations left must not be taken in place of the new job.
        http.send("POST", "/v1/queues/q/purge", "{\"states\":[\"ready\",\"scheduled\",\"retrying\"]}");
        String number = http.send("POST", "/queue/q/job", "{}").body();
        String lease = http.get("/queue/q/job").headers().firstValue("lease").orElse("");
        boolean byNumber = operation.path().startsWith("/job/");
        String id = byNumber ? number : idOf(Long.parseLong(number), lease);
        if (operation.path().endsWith("/retry")) {
            http.send("PATCH", "/job/" + number, "{\"status\":\"cancelled\"}");
        }
        return id;
    }

    private String idOf(long number, String lock) {
        currentLock = lock;
        return server.ask(engine ->
                Objects.requireNonNull(engine.job(JobRef.of(number))).id().toString());
    }

    private String example(Operation operation) {
        JsonNode example = operation.node().at("/requestBody/content/application~1json/example");
        return example.isMissingNode()
                ? ""
                : example.toString()
                        .replace("\"lock\":\"1\"", "\"lock\":\"" + currentLock + "\"")
                        .replace("\"lease_token\":\"1\"", "\"lease_token\":\"" + currentLock + "\"");
    }

    @Test
    void every_documented_error_occurs() {
        http.send("PUT", "/queue/q", "{}");
        for (Operation operation : called()) {
            // A queue is made by PUT, unless its name is none.
            boolean makes = operation.toString().equals("PUT /v1/queues/{queue}");
            String nope = makes
                    ? "no%20name"
                    : "no-" + operation.node().at("/operationId").asText();
            String path = operation
                    .path()
                    .replace("{queue}", nope)
                    .replace("{name}", nope)
                    .replace("{pattern}", nope)
                    .replace("{type}", nope)
                    .replace("{id}", "999")
                    .replace("{worker}", nope)
                    .replace("{batch}", nope)
                    .replace("{tag}", "t");
            Map<String, HttpResponse<String>> answers = new TreeMap<>();
            // A queue that the body names has to be there only if this door does not create queues of that name.
            String body = example(operation).replaceAll("\"to\":\\s*\"[^\"]*\"", "\"to\":\"no such\"");
            answers.put("404", send(operation, path, body));
            if (operation.node().has("requestBody")) {
                answers.put("400", send(operation, path.replace(nope, "q"), "{\"lock\":"));
                answers.put("415", sendPlain(operation, path.replace(nope, "q")));
                int most = operation.path().matches("/v1/(bulk|batches).*") ? 1 << 24 : 1 << 20;
                answers.put("413", send(operation, path.replace(nope, "q"), "\"" + "x".repeat(most) + "\""));
                answers.put("422", send(operation, path.replace(nope, "q"), "{\"no_such_field\":1}"));
            } else {
                answers.put("422", send(operation, path.replace(nope, "q") + "?no_such_parameter=1", ""));
            }
            answers.forEach((status, answer) -> {
                if (operation.node().at("/responses").has(status)) {
                    assertThat(answer.statusCode())
                            .as(operation + " " + answer.body())
                            .isEqualTo(Integer.parseInt(status));
                    openApi().check(operation, answer);
                }
            });
        }
    }

    @Test
    void every_operation_refuses_web_pages() {
        for (Operation operation : called()) {
            HttpRequest.Builder request =
                    http.request(operation.method(), operation.path().replaceAll("[{}]", ""), BodyPublishers.noBody());
            HttpResponse<String> answer = http.send(request.header("Sec-Fetch-Site", "cross-site"));
            assertThat(answer.statusCode()).as(operation.toString()).isEqualTo(403);
            openApi().check(operation, answer);
        }
    }

    private HttpResponse<String> send(Operation operation, String path, String body) {
        return http.send(operation.method(), path, body);
    }

    private HttpResponse<String> sendPlain(Operation operation, String path) {
        HttpRequest.Builder request = http.request(operation.method(), path, BodyPublishers.ofString("{}"));
        return http.send(request.header("content-type", "text/plain"));
    }
}
