package dev.reeve.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.server.testing.LocalServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The load of {@code reeve demo} gives every page of the dashboard something to show. */
@Timeout(120)
class DemoLoadTest {
    @TempDir
    private Path folder;

    @Test
    void there_are_queues_failures_schedules_workers_batches_limits_and_deliveries() throws Exception {
        try (LocalServer server = LocalServer.start(
                folder.resolve("data"), "http.port=0", "durability=os", "webhooks.allow=[\"127.0.0.1\"]")) {
            URI address = URI.create("http://127.0.0.1:" + server.awaitReady("http"));
            Thread load = new Thread(() -> run(new DemoLoad(address)), "demo");
            load.start();
            await().atMost(Duration.ofSeconds(90)).untilAsserted(() -> {
                assertThat(get(address, "/v1/failures")).contains("\"count\":");
                assertThat(get(address, "/v1/schedules")).contains("\"nightly\"", "\"heartbeat\"");
                assertThat(get(address, "/v1/workers")).contains("web-1", "web-2", "render-1");
                assertThat(get(address, "/v1/jobs?queue=mail&state=completed")).contains("\"id\":");
                assertThat(get(address, "/v1/jobs?queue=images&state=scheduled"))
                        .contains("\"id\":");
                assertThat(get(address, "/v1/queues/newsletter")).contains("\"paused\":true");
                assertThat(get(address, "/v1/batches")).containsPattern("\"completed\":[1-9]");
                assertThat(get(address, "/v1/limits/tenant:*/keys")).contains("\"key\":\"tenant:1\"");
                assertThat(get(address, "/v1/jobs?queue=reeve.webhooks&state=completed"))
                        .contains("\"webhook\":\"chat\"");
            });
            load.interrupt();
            load.join();
        }
    }

    private static void run(DemoLoad load) {
        try {
            load.run();
        } catch (IOException | InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String get(URI server, String path) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(server.resolve(path)).build(), BodyHandlers.ofString())
                .body();
    }
}
