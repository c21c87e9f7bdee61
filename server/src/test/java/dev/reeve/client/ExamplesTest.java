package dev.reeve.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.testkit.ServerProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The workers in other languages under {@code examples}: they add, work, survive a restart of the server, and stop on SIGTERM. */
@Timeout(180)
class ExamplesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private ServerProcess server;
    private Reeve reeve;
    private int port;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        server = ServerProcess.start(folder.resolve("data"), "http.port=0");
        port = server.awaitReady("http");
        reeve = Reeve.connect(URI.create("http://127.0.0.1:" + port), Credentials.anonymous());
    }

    @AfterEach
    void stop() {
        reeve.close();
        server.close();
    }

    private Process run(String program, String file, String... words) throws IOException {
        List<String> all =
                new ArrayList<>(List.of(program, Path.of("..", "examples", file).toString()));
        all.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(all).redirectErrorStream(true);
        builder.environment().put("REEVE_URL", "http://127.0.0.1:" + port);
        builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        // They wait for a job for up to a third of it, and stop when the wait is over.
        builder.environment().put("LEASE_SECONDS", "6");
        return builder.start();
    }

    private String add(String program, String file, String payload) throws IOException, InterruptedException {
        Process adding = run(program, file, "add", "mail", payload);
        String id = new String(adding.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(adding.waitFor()).as(id).isZero();
        return id;
    }

    private static JsonObject in(JsonObject object, String name) {
        return Objects.requireNonNull(object.object(name), name);
    }

    private void awaitCompleted(String id) {
        await().atMost(PATIENCE).until(() -> reeve.get(id).orElseThrow().isCompleted());
    }

    @ParameterizedTest
    @CsvSource({"python3,reeve_worker.py", "node,reeve_worker.mjs"})
    void adds_works_and_stops(String program, String file) throws Exception {
        String id = add(program, file, "{\"to\":\"ann\"}");
        assertThat(reeve.get(id).orElseThrow().state()).isEqualTo("ready");
        Process worker = run(program, file, "work", "mail");
        try {
            awaitCompleted(id);
            JsonObject result =
                    JsonObject.read(reeve.get(id).orElseThrow().result().bytes());
            assertThat(in(result, "seen").text("to")).isEqualTo("ann");
            server.kill();
            server = ServerProcess.start(folder.resolve("data"), "http.port=" + port);
            server.awaitReady("http");
            awaitCompleted(add(program, file, "2"));
            worker.destroy();
            assertThat(worker.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            worker.destroyForcibly();
        }
    }
}
