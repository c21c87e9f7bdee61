package dev.reeve.server.locks;

import dev.reeve.access.AuthFile;
import dev.reeve.access.AuthFileEditor;
import dev.reeve.access.AuthFileException;
import dev.reeve.access.QueuePatterns;
import dev.reeve.access.Role;
import dev.reeve.server.testing.LocalServer;
import dev.reeve.server.testing.TextOrStream;
import dev.reeve.testkit.DoorPorts;
import dev.reeve.testkit.QuickUser;
import dev.reeve.testkit.RespClient;
import dev.reeve.testkit.ServerProcess;
import dev.reeve.testkit.TestClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A server with a token for each role in the queues {@code own*}, a token of an admin everywhere, and the operator ann with a password. */
final class LockedServer implements AutoCloseable {
    static final String OWN = "own";
    static final String FOREIGN = "foreign";

    final Path authFile;
    final Path auditFile;
    final String admin;
    private final Map<Role, String> tokens = new EnumMap<>(Role.class);
    private final DoorPorts server;
    private final HttpClient http = HttpClient.newHttpClient();

    /** How the server is started, with a data folder and settings. */
    private interface Start {
        DoorPorts start(Path data, String... settings) throws IOException;
    }

    LockedServer(Path folder, String... settings) throws IOException, AuthFileException {
        this(LocalServer::start, folder, settings);
    }

    /** One that is a process of its own, and says what it logs. */
    static LockedServer asProcess(Path folder, String... settings) throws IOException, AuthFileException {
        return new LockedServer(ServerProcess::start, folder, settings);
    }

    private LockedServer(Start start, Path folder, String... settings) throws IOException, AuthFileException {
        authFile = folder.resolve("auth.toml");
        auditFile = folder.resolve("audit.jsonl");
        QuickUser.addTo(authFile, "ann", Role.OPERATOR.word());
        AuthFileEditor editor = editor();
        for (Role role : Role.values()) {
            tokens.put(role, editor.addToken(role.word(), role, QueuePatterns.of(List.of(OWN + "*")), null));
        }
        admin = editor.addToken("everywhere", Role.ADMIN, QueuePatterns.ALL, null);
        List<String> all = new ArrayList<>(List.of(
                "http.port=0",
                "qless.port=0",
                "goqueue.port=0",
                "durability=os",
                "auth.file=" + authFile,
                "audit.file=" + auditFile));
        all.addAll(List.of(settings));
        server = start.start(folder.resolve("data"), all.toArray(String[]::new));
    }

    AuthFileEditor editor() {
        return new AuthFileEditor(new AuthFile(authFile));
    }

    String token(Role role) {
        return tokens.getOrDefault(role, "");
    }

    /** Only of {@link #asProcess}. */
    ServerProcess process() {
        return (ServerProcess) server;
    }

    int port(String door) {
        try {
            return server.awaitReady(door);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    TestClient connect(String door) {
        return new TestClient(port(door));
    }

    /** A Workq connection that has said who it is. */
    TestClient workq(String token) {
        return connect("workq").send("auth " + token).expect("+OK");
    }

    /** A Redis connection that has said who it is. */
    RespClient qless(String token) {
        return new RespClient(connect("qless")).send("AUTH", token).expect("+OK");
    }

    HttpResponse<String> http(String authorization, String method, String path, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port("http") + path))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (!authorization.isEmpty()) {
            request.header("authorization", authorization);
        }
        if (!body.isEmpty()) {
            request.header("content-type", "application/json");
        }
        try {
            return http.send(request.build(), new TextOrStream());
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(method + " " + path, e);
        }
    }

    /** A request by an admin, which must succeed. */
    HttpResponse<String> admin(String method, String path, String body) {
        HttpResponse<String> answer = http("Bearer " + admin, method, path, body);
        if (answer.statusCode() >= 300) {
            throw new AssertionError(method + " " + path + ": " + answer.statusCode() + " " + answer.body());
        }
        return answer;
    }

    @Override
    public void close() {
        server.close();
    }
}
