package dev.reeve.server.webhook;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.server.testing.LocalServer;
import dev.reeve.testkit.DoorPorts;
import dev.reeve.testkit.ServerProcess;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Deliveries of the real server to a receiver on loopback. */
@Timeout(180)
class WebhooksTest {
    private static final String[] ALLOWED = {"http.port=0", "webhooks.allow=[\"127.0.0.1\"]"};
    private static final String SECRET = "whsec_" + "A".repeat(32);

    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    private Path data;

    private String send(DoorPorts server, String method, String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.awaitReady("http") + path))
                .header("content-type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isLessThan(300);
        return answer.body();
    }

    private void putWebhook(DoorPorts server, FakeReceiver receiver) throws Exception {
        send(
                server,
                "PUT",
                "/v1/webhooks/ops",
                "{\"url\":\"http://127.0.0.1:%d/hook\",\"events\":[\"job.cancelled\"],\"queues\":[\"mail*\"],\"secret\":\"%s\"}"
                        .formatted(receiver.port(), SECRET));
    }

    private void addAndCancel(DoorPorts server, String id, String queue) throws Exception {
        send(server, "POST", "/v1/jobs", "{\"queue\":\"%s\",\"id\":\"%s\"}".formatted(queue, id));
        send(server, "POST", "/v1/jobs/" + id + "/cancel", "{}");
    }

    @Test
    void events_are_told_to_webhooks_and_callbacks() throws Exception {
        try (FakeReceiver receiver = new FakeReceiver(request -> FakeReceiver.OK);
                LocalServer server = LocalServer.start(data, ALLOWED)) {
            putWebhook(server, receiver);
            addAndCancel(server, "a", "mail.in");
            addAndCancel(server, "b", "other");
            send(
                    server,
                    "POST",
                    "/v1/jobs",
                    "{\"queue\":\"q\",\"id\":\"c\",\"callback\":\"http://127.0.0.1:%d/c\"}".formatted(receiver.port()));
            send(server, "POST", "/v1/jobs/c/cancel", "{}");
            send(server, "POST", "/v1/webhooks/ops/test", "");
            await().atMost(60, SECONDS).until(() -> receiver.received.size() >= 3);
            assertThat(receiver.received.stream().map(FakeReceiver.Received::id))
                    .containsExactlyInAnyOrder("ops:1", "@callback:2", "ops:3");
            FakeReceiver.Received told = receiver.received.stream()
                    .filter(one -> one.id().equals("ops:1"))
                    .findFirst()
                    .orElseThrow();
            assertThat(told.line()).isEqualTo("POST /hook HTTP/1.1");
            assertThat(told.body()).contains("\"type\":\"dev.reeve.job.cancelled\"", "\"subject\":\"a\"");
            assertThat(told.headers().get("webhook-signature"))
                    .isEqualTo(WebhookSignature.of(
                            SECRET,
                            "ops:1",
                            Long.parseLong(told.headers().getOrDefault("webhook-timestamp", "")),
                            told.body().getBytes(StandardCharsets.UTF_8)));
            await().atMost(60, SECONDS)
                    .until(() ->
                            send(server, "GET", "/v1/queues/reeve.webhooks", "").contains("\"completed\":3"));
            assertThat(send(server, "GET", "/metrics", ""))
                    .contains("reeve_webhook_attempts_total{outcome=\"delivered\"} 3");
        }
    }

    @Test
    void a_delivery_outlives_the_server_that_was_killed_and_is_one_job() throws Exception {
        boolean[] well = {false};
        String refuses = "HTTP/1.1 500 Any\r\n\r\n";
        try (FakeReceiver receiver = new FakeReceiver(request -> well[0] ? FakeReceiver.OK : refuses)) {
            try (ServerProcess server = ServerProcess.start(data, ALLOWED)) {
                putWebhook(server, receiver);
                addAndCancel(server, "a", "mail");
                await().atMost(60, SECONDS)
                        .until(() -> send(server, "GET", "/v1/queues/reeve.webhooks", "")
                                .contains("\"retrying\":1"));
                // The delivery of this one may not have begun.
                addAndCancel(server, "b", "mail");
                server.kill();
            }
            well[0] = true;
            try (LocalServer server = LocalServer.start(data, ALLOWED)) {
                send(server, "PATCH", "/v1/jobs/ops:1", "{\"run_at\":\"2020-01-01T00:00:00Z\"}");
                await().atMost(100, SECONDS)
                        .until(() -> send(server, "GET", "/v1/queues/reeve.webhooks", "")
                                .contains("\"completed\":2"));
                // The killed server may have connected without having sent anything.
                assertThat(receiver.received.stream()
                                .map(FakeReceiver.Received::id)
                                .filter(id -> !id.isEmpty())
                                .collect(Collectors.toSet()))
                        .containsExactlyInAnyOrder("ops:1", "ops:2");
                assertThat(send(server, "GET", "/v1/jobs?queue=reeve.webhooks", ""))
                        .contains("\"count\":2");
            }
        }
    }

    @Test
    void a_target_that_is_not_allowed_gets_nothing() throws Exception {
        try (FakeReceiver receiver = new FakeReceiver(request -> FakeReceiver.OK);
                LocalServer server = LocalServer.start(data, "http.port=0")) {
            putWebhook(server, receiver);
            send(server, "POST", "/v1/webhooks/ops/test", "");
            await().atMost(60, SECONDS)
                    .until(() -> send(server, "GET", "/v1/jobs/ops:1", "")
                            .contains("\"type\":\"reeve:target-not-allowed\""));
            assertThat(receiver.received).isEmpty();
            send(server, "DELETE", "/v1/webhooks/ops", "");
            send(server, "PATCH", "/v1/jobs/ops:1", "{\"run_at\":\"2020-01-01T00:00:00Z\"}");
            await().atMost(60, SECONDS)
                    .until(() -> List.of("\"state\":\"failed\"", "\"type\":\"reeve:webhook-gone\"").stream()
                            .allMatch(send(server, "GET", "/v1/jobs/ops:1", "")::contains));
        }
    }
}
