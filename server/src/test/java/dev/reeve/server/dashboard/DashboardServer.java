package dev.reeve.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reeve.access.AuthFile;
import dev.reeve.access.AuthFileEditor;
import dev.reeve.access.QueuePatterns;
import dev.reeve.access.Role;
import dev.reeve.server.testing.LocalServer;
import dev.reeve.testkit.DoorPorts;
import dev.reeve.testkit.QuickUser;
import dev.reeve.testkit.ServerProcess;
import dev.reeve.testkit.TlsFolder;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** A server that people log in to: the admin ann with a password, and a viewer with a token. */
final class DashboardServer implements AutoCloseable {
    static final String PASSWORD = QuickUser.PASSWORD;
    static final String GONE = "gone";
    private static final String HEAP = "-Xmx1500m";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int JOBS_A_CALL = 1_000;

    final String viewer;
    private final AuthFileEditor editor;
    private final String admin;
    private final DoorPorts server;
    private final String address;
    private final HttpClient http;
    private final ObjectMapper mapper = new ObjectMapper();

    /** How the server is started, with a data folder and settings. */
    private interface Start {
        DoorPorts start(Path data, String... settings) throws IOException;
    }

    DashboardServer(Path folder, String... settings) throws Exception {
        this(folder, null, settings);
    }

    /** @param tls the files of TLS; null without TLS */
    DashboardServer(Path folder, @Nullable TlsFolder tls, String... settings) throws Exception {
        this(LocalServer::start, folder, tls, settings);
    }

    /** One that is a process of its own, with room for many jobs. */
    static DashboardServer asProcess(Path folder) throws Exception {
        return new DashboardServer(
                (data, settings) -> ServerProcess.startWith(List.of(HEAP), data, settings), folder, null);
    }

    private DashboardServer(Start start, Path folder, @Nullable TlsFolder tls, String... settings) throws Exception {
        Path authFile = folder.resolve("auth.toml");
        QuickUser.addTo(authFile, "ann", Role.ADMIN.word());
        editor = new AuthFileEditor(new AuthFile(authFile));
        admin = editor.addToken("fixture", Role.ADMIN, QueuePatterns.ALL, null);
        viewer = editor.addToken("viewer", Role.VIEWER, QueuePatterns.ALL, null);
        List<String> all = new ArrayList<>(List.of("http.port=0", "durability=os", "auth.file=" + authFile));
        all.addAll(List.of(settings));
        all.addAll(tls == null ? List.of() : List.of(tls.settings()));
        server = start.start(folder.resolve("data"), all.toArray(String[]::new));
        address = (tls == null ? "http" : "https") + "://127.0.0.1:" + server.awaitReady("http");
        http = tls == null
                ? HttpClient.newHttpClient()
                : HttpClient.newBuilder().sslContext(tls.client()).build();
    }

    String address() {
        return address;
    }

    /** A new token. The server knows it when it has looked at its file again. */
    String token(String name, Role role, List<String> queues) throws Exception {
        String token = editor.addToken(name, role, QueuePatterns.of(queues), null);
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> send("GET", "/v1/me", "", "authorization", "Bearer " + token)
                                .statusCode()
                        == OK);
        return token;
    }

    /** The processor time that the server has used. Only of {@link #asProcess}. */
    Duration processorTime() {
        return ProcessHandle.of(((ServerProcess) server).pid())
                .flatMap(each -> each.info().totalCpuDuration())
                .orElseThrow();
    }

    /** A value of an answer; {@code gone} if there is no such thing any more. */
    String value(String path, String pointer) {
        HttpResponse<String> answer = tell("GET", path, "");
        return answer.statusCode() == NOT_FOUND
                ? GONE
                : read(answer).at(pointer).asText();
    }

    void await(String path, String pointer, String value) {
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(value(path, pointer)).isEqualTo(value));
    }

    HttpResponse<String> send(String method, String path, String json, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address() + path))
                .method(method, json.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(json));
        if (!json.isEmpty()) {
            request.header("content-type", "application/json");
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return http.send(request.build(), BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(method + " " + path, e);
        }
    }

    /** A request of an admin, whatever comes of it. */
    HttpResponse<String> tell(String method, String path, String json) {
        return send(method, path, json, "authorization", "Bearer " + admin);
    }

    /** A request of an admin that must succeed. */
    JsonNode call(String method, String path, String json) {
        HttpResponse<String> answer = tell(method, path, json);
        if (answer.statusCode() >= 300) {
            throw new AssertionError(method + " " + path + ": " + answer.statusCode() + " " + answer.body());
        }
        return read(answer);
    }

    private JsonNode read(HttpResponse<String> answer) {
        try {
            return mapper.readTree(answer.body().isEmpty() ? "null" : answer.body());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    JsonNode get(String path) {
        return call("GET", path, "");
    }

    /** Adds jobs with the ids {@code QUEUE-0} and so on. */
    void add(String queue, int count, String fields) {
        for (int from = 0; from < count; from += JOBS_A_CALL) {
            String jobs = IntStream.range(from, Math.min(count, from + JOBS_A_CALL))
                    .mapToObj(i -> "{\"queue\":\"%s\",\"id\":\"%s-%d\",\"payload\":{\"to\":\"person %d\"}%s}"
                            .formatted(queue, queue, i, i, fields))
                    .collect(Collectors.joining(","));
            call("POST", "/v1/bulk/add", "{\"jobs\":[" + jobs + "]}");
        }
    }

    /** Lets a worker take jobs and report all of them. */
    void work(String queue, int count, String report) {
        JsonNode taken = take(queue, count, "web-1/7");
        StringBuilder jobs = new StringBuilder();
        for (JsonNode job : taken) {
            jobs.append(jobs.isEmpty() ? "" : ",")
                    .append("{\"id\":\"%s\",\"lease_token\":\"%s\",%s}"
                            .formatted(
                                    job.get("id").asText(),
                                    job.get("lease_token").asText(),
                                    report));
        }
        call("POST", "/v1/bulk/finish", "{\"jobs\":[" + jobs + "]}");
    }

    JsonNode take(String queue, int count, String worker) {
        return call(
                        "POST",
                        "/v1/acquire",
                        "{\"queues\":[\"%s\"],\"count\":%d,\"lease\":\"20m\",\"worker\":\"%s\"}"
                                .formatted(queue, count, worker))
                .get("jobs");
    }

    @Override
    public void close() {
        server.close();
    }
}
