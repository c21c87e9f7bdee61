package dev.reeve.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.server.testing.TcpServer;
import dev.reeve.server.testing.TestHttp;
import dev.reeve.testkit.RawHttp;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A worker that hangs up while it waits gets no job, and takes none from the others. */
class HttpClientGoneTest {
    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_job_goes_to_the_next_in_line(JournalKind kind) throws Exception {
        try (TestServer server = TcpServer.start(kind);
                TestHttp http = new TestHttp(server)) {
            assertThat(http.send("PUT", "/queue/q", "{}").statusCode()).isEqualTo(201);
            long before = http.taken();
            RawHttp first = new RawHttp(http.address());
            first.request("GET /queue/q/job?wait=30s HTTP/1.1", "Host: localhost");
            http.settle(before + 3);
            CompletableFuture<HttpResponse<String>> second =
                    http.sendLater(http.request("POST", "/jobber/queue/q/take?wait=30s", BodyPublishers.noBody()));
            http.settle(before + 4);
            first.vanish();
            http.settle(before + 5);
            assertThat(http.send("POST", "/queue/q/job", "{}").statusCode()).isEqualTo(201);
            assertThat(second.get(60, TimeUnit.SECONDS).body()).contains("\"lock\":\"1\"");
            assertThat(http.get("/job/1?fields=status").body()).isEqualTo("{\"status\":\"running\"}");
        }
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void whoever_stops_the_server_does_not_keep_waiters_hanging(JournalKind kind) throws Exception {
        try (TestServer server = TcpServer.start(kind);
                TestHttp http = new TestHttp(server);
                RawHttp client = new RawHttp(http.address())) {
            assertThat(http.send("PUT", "/queue/q", "{}").statusCode()).isEqualTo(201);
            long before = http.taken();
            client.request("GET /queue/q/job?wait=30s HTTP/1.1", "Host: localhost");
            http.settle(before + 3);
            server.onLoop(() -> {
                server.node().stop(() -> {});
                return true;
            });
            RawHttp.Answer answer = client.read();
            assertThat(answer.status()).isEqualTo(503);
            assertThat(http.send("POST", "/queue/q/job", "{}").statusCode()).isEqualTo(503);
        }
    }
}
