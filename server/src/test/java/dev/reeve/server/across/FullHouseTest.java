package dev.reeve.server.across;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.server.testing.LocalServer;
import dev.reeve.testkit.RawHttp;
import dev.reeve.testkit.ServerProcess;
import dev.reeve.testkit.TestClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server whose connections, or file descriptors, are all taken. */
@Timeout(120)
class FullHouseTest {
    private static final int FILES = 300;
    private static final int CONNECTIONS = 50;

    @TempDir
    private Path data;

    private final List<TestClient> crowd = new ArrayList<>();

    /** Opens connections that send nothing. */
    private void crowd(int count, int port) {
        for (int i = 0; i < count; i++) {
            crowd.add(new TestClient(port));
        }
    }

    private void leave() {
        crowd.forEach(TestClient::close);
        crowd.clear();
    }

    private static int status(int port, String path) throws IOException {
        try (RawHttp client = new RawHttp(port)) {
            return client.request("GET " + path + " HTTP/1.1", "Host: localhost")
                    .read()
                    .status();
        }
    }

    private static void assertMonitored(int http) throws IOException {
        for (String path : List.of("/livez", "/readyz", "/metrics", "/health")) {
            assertThat(status(http, path)).as(path).isEqualTo(200);
        }
    }

    @Test
    void monitoring_is_served_when_all_connections_are_taken() throws Exception {
        try (LocalServer server =
                AllDoors.start(data, "limits.connections=5", "limits.first-command-timeout=0s", "durability=os")) {
            int http = server.awaitReady("http");
            crowd(5, server.awaitReady("workq"));
            await().atMost(30, SECONDS).until(() -> status(http, "/queue") == 503);
            assertMonitored(http);
            leave();
            await().atMost(30, SECONDS).until(() -> status(http, "/queue") == 200);
        }
    }

    @Test
    void clients_cannot_use_up_the_file_descriptors() throws Exception {
        try (ServerProcess server = ServerProcess.startWithFiles(
                FILES, data, "http.port=0", "durability=os", "limits.first-command-timeout=0s")) {
            int workq = server.awaitReady("workq");
            int http = server.awaitReady("http");
            assertThat(server.lines()).anyMatch(line -> line.contains("so only " + CONNECTIONS + " are accepted"));
            TestClient admitted = new TestClient(workq);
            assertThat(admitted.ask("delete x")).startsWith("-CLIENT-ERROR");
            crowd(FILES, workq);
            crowd(FILES, http);
            assertMonitored(http);
            String job = "add 6ba7b810-9dad-11d1-80b4-00c04fd430c4 q 60000 3600000 1\r\nx";
            assertThat(admitted.ask(job)).isEqualTo("+OK");
            assertThat(server.lines()).noneMatch(line -> line.contains("Too many open files"));
            leave();
            await().atMost(30, SECONDS).until(() -> status(http, "/queue") == 200);
            admitted.close();
        }
    }
}
