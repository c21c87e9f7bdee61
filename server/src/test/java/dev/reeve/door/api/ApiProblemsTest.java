package dev.reeve.door.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.client.ProblemKind;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.journal.WriteAdmission;
import dev.reeve.journal.local.LateJournal;
import dev.reeve.net.ConnectionLimits;
import dev.reeve.net.ConnectionQuota;
import dev.reeve.net.MemoryBudget;
import dev.reeve.net.http.Exchange;
import dev.reeve.net.http.HttpLimits;
import dev.reeve.net.http.HttpListener;
import dev.reeve.net.http.Json;
import dev.reeve.net.http.Problem;
import dev.reeve.net.http.ProblemType;
import dev.reeve.net.http.Route;
import dev.reeve.net.http.Routes;
import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.server.testing.TcpServer;
import dev.reeve.server.testing.TestHttp;
import dev.reeve.testkit.LogLines;
import dev.reeve.testkit.RawHttp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Errors that depend on the state of the server, and those of the body's size. The transcripts have the others. */
class ApiProblemsTest {
    private static final int MEBIBYTE = 1 << 20;

    private static void check(HttpResponse<String> answer, String type, int status) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("content-type")).hasValue("application/problem+json");
        assertThat(answer.headers().firstValue("request-id")).isPresent();
        assertThat(answer.body()).startsWith("{\"type\":\"/problems/" + type + "\"");
    }

    private static void check(RawHttp.Answer answer, String type) {
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.headers()).containsEntry("content-type", "application/problem+json");
        assertThat(answer.headers()).containsKey("request-id");
        assertThat(answer.body()).startsWith("{\"type\":\"/problems/" + type + "\"");
    }

    @Test
    void every_kind_of_error_has_an_explanation() {
        try (TestServer server = TcpServer.start(JournalKind.LOCAL);
                TestHttp http = new TestHttp(server)) {
            assertThat(Problems.ALL.stream().map(ProblemType::name)).doesNotHaveDuplicates();
            for (ProblemType type : Problems.ALL) {
                HttpResponse<String> page = http.get("/problems/" + type.name());
                assertThat(page.statusCode()).as(type.name()).isEqualTo(200);
                assertThat(page.body()).contains("\"status\":" + type.status(), "\"explanation\":\"");
            }
        }
    }

    @Test
    void the_java_client_has_a_constant_for_every_kind() {
        assertThat(Arrays.stream(ProblemKind.values()).map(ProblemKind::type))
                .containsAll(Problems.ALL.stream().map(ProblemType::name).toList());
    }

    @Test
    void bodies_and_values_that_are_too_large() {
        try (TestServer server = TcpServer.start(JournalKind.LOCAL);
                TestHttp http = new TestHttp(server)) {
            String large = "\"" + "x".repeat(MEBIBYTE) + "\"";
            String job = "{\"queue\":\"q\",\"payload\":" + large + "}";
            check(http.send("POST", "/v1/jobs", job), "too-large", 413);
            HttpResponse<String> bulk =
                    http.send("POST", "/v1/bulk/add", "{\"jobs\":[{\"queue\":\"q\",\"id\":\"a\"}," + job + "]}");
            assertThat(bulk.body())
                    .startsWith(
                            "{\"results\":[{\"id\":\"a\",\"created\":true},{\"problem\":{\"type\":\"/problems/too-large\"");
            check(
                    http.send("POST", "/v1/bulk/add", "{\"jobs\":[" + " ".repeat(16 * MEBIBYTE) + "]}"),
                    "too-large",
                    413);
            http.send("POST", "/v1/acquire", "{\"queues\":[\"q\"]}");
            HttpResponse<String> finish = http.send(
                    "POST",
                    "/v1/bulk/finish",
                    "{\"jobs\":[{\"id\":\"a\",\"lease_token\":\"1\",\"complete\":{\"result\":" + large + "}}]}");
            assertThat(finish.body())
                    .startsWith("{\"results\":[{\"id\":\"a\",\"problem\":{\"type\":\"/problems/too-large\"");
            String many = "{\"queue\":\"q\"},".repeat(1000) + "{\"queue\":\"q\"}";
            check(http.send("POST", "/v1/bulk/add", "{\"jobs\":[" + many + "]}"), "invalid", 422);
        }
    }

    @Test
    void a_server_that_starts_or_stops() throws Exception {
        ConnectionQuota quota = new ConnectionQuota(ConnectionLimits.of(10));
        try (HttpListener listener =
                new HttpListener(new HttpLimits(1000, List.of()), quota, MemoryBudget.withDefaults(), null)) {
            InetSocketAddress address = listener.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            try (RawHttp http = new RawHttp(address)) {
                check(http.request("GET /v1/queues HTTP/1.1", "Host: localhost").read(), "starting");
                listener.unhealthy("stopping");
                check(http.request("GET /v1/queues HTTP/1.1", "Host: localhost").read(), "stopping");
            }
        }
    }

    @Test
    void a_wait_that_the_stop_cuts_short() {
        try (TestServer server = TcpServer.start(JournalKind.LOCAL);
                TestHttp http = new TestHttp(server);
                RawHttp client = new RawHttp(http.address())) {
            long before = http.taken();
            client.requestWithBody("POST /v1/acquire", "{\"queues\":[\"q\"],\"wait\":\"30s\"}");
            http.settle(before + 1);
            server.onLoop(() -> {
                server.node().stop(() -> {});
                return true;
            });
            check(client.read(), "outcome-unknown");
        }
    }

    @Test
    void a_mistake_of_the_server() throws Exception {
        Route bug = Route.get("/v1/mistake", exchange -> {
            throw new IllegalStateException("on purpose");
        });
        ConnectionQuota quota = new ConnectionQuota(ConnectionLimits.of(10));
        try (TestServer server = TcpServer.start(JournalKind.LOCAL);
                LogLines log = new LogLines(Exchange.class);
                HttpListener listener =
                        new HttpListener(new HttpLimits(1000, List.of()), quota, MemoryBudget.withDefaults(), null)) {
            InetSocketAddress address = listener.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            listener.serve(server.node(), new Routes(List.of(bug)));
            try (RawHttp http = new RawHttp(address)) {
                RawHttp.Answer answer = http.request("GET /v1/mistake HTTP/1.1", "Host: localhost")
                        .read();
                assertThat(answer.status()).isEqualTo(500);
                assertThat(answer.body()).startsWith("{\"type\":\"/problems/internal\"");
            }
            assertThat(log.told()).hasSize(1);
        }
    }

    @Test
    void as_many_as_there_may_be() {
        try (TestServer server = TcpServer.start(JournalKind.LOCAL);
                TestHttp http = new TestHttp(server)) {
            String webhook =
                    "{\"url\":\"http://host\",\"events\":[\"job.failed\"],\"secret\":\"whsec_" + "A".repeat(32) + "\"}";
            for (int i = 0; i < 16; i++) {
                assertThat(http.send("PUT", "/v1/webhooks/w" + i, webhook).statusCode())
                        .isEqualTo(201);
            }
            check(http.send("PUT", "/v1/webhooks/w16", webhook), "limit-reached", 409);
            check(http.send("DELETE", "/v1/tokens/t", ""), "no-auth-file", 409);
        }
    }

    /** A million batches take too long to make here; that the engine refuses the next one is a test of the engine. */
    @Test
    void more_batches_than_there_may_be() {
        Problem problem = Problems.ofBatch(Outcome.refused(Rejection.TOO_MANY_BATCHES), "b");
        assertThat(problem.status()).isEqualTo(409);
        String json = new String(Json.bytes(out -> problem.write("r", out)), StandardCharsets.UTF_8);
        assertThat(json).startsWith("{\"type\":\"/problems/too-many-batches\"");
    }

    /** The answers of transcripts, and the sources of tests, have all kinds of errors. */
    @Test
    void every_kind_of_error_is_provoked() throws IOException {
        StringBuilder tested = new StringBuilder();
        for (Path file : files(Path.of("src", "test", "resources", "transcripts", "api"))) {
            Files.readAllLines(file).stream()
                    .filter(line -> line.matches("[a-z]?<.*"))
                    .forEach(line -> tested.append(line).append('\n'));
        }
        for (Path file : files(Path.of("src", "test", "java"))) {
            tested.append(Files.readString(file));
        }
        List<String> missing = Problems.ALL.stream()
                .map(ProblemType::name)
                .filter(name -> !tested.toString().contains("/problems/" + name + "\"")
                        && !tested.toString().contains("/problems/" + name + "\\")
                        && !tested.toString().contains("\"" + name + "\", ")
                        && !tested.toString().contains(", \"" + name + "\")"))
                .toList();
        assertThat(missing).as("errors that no test provokes").isEmpty();
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    @Test
    void a_server_that_is_alone_has_no_nodes_to_change() {
        try (TestServer server = TcpServer.start(JournalKind.LOCAL);
                TestHttp http = new TestHttp(server)) {
            check(http.send("POST", "/v1/nodes/n1/transfer", ""), "no-cluster", 409);
            check(http.send("POST", "/v1/nodes/n1/leave", ""), "no-cluster", 409);
            check(http.send("POST", "/v1/nodes/n1/join", "{\"address\":\"h:1\"}"), "no-cluster", 409);
        }
    }

    @Test
    void without_memory_or_disk() {
        TestServer.Options options = TestServer.Options.of(JournalKind.LATE).withMemoryBytes(40_000);
        try (TestServer server = TcpServer.start(options);
                TestHttp http = new TestHttp(server)) {
            HttpResponse<String> last = http.send("POST", "/v1/jobs", "{\"queue\":\"q\"}");
            while (last.statusCode() == 201) {
                last = http.send("POST", "/v1/jobs", "{\"queue\":\"q\"}");
            }
            check(last, "out-of-memory", 507);
            LateJournal journal = (LateJournal) server.journal();
            journal.setRoom(WriteAdmission.NONE);
            check(http.send("DELETE", "/v1/queues/q", ""), "out-of-disk", 507);
            journal.setFault(true);
            check(http.send("DELETE", "/v1/queues/q", ""), "busy", 503);
        }
    }
}
