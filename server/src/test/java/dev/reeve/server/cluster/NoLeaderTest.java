package dev.reeve.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.door.qless.QlessDoor;
import dev.reeve.door.qless.QlessSettings;
import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.server.testing.TcpServer;
import dev.reeve.server.testing.TestHttp;
import dev.reeve.testkit.GoqueueClient;
import dev.reeve.testkit.GoqueueRequests;
import dev.reeve.testkit.RespClient;
import dev.reeve.testkit.TestClient;
import dev.reeve.testkit.WorkqRequests;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node that has had no leader for longer than callers wait says so in the words of each door, and goes on. */
class NoLeaderTest {
    private static final long MOST_SECONDS = 20;

    private final TestServer server =
            TcpServer.start(TestServer.Options.of(JournalKind.LATE).asFollower());
    private final TestHttp http = new TestHttp(server);

    @BeforeEach
    void loseLeader() {
        server.open("qless", new QlessDoor(server.node(), server.connections(), QlessSettings.DEFAULTS));
        server.loseLeader();
    }

    @AfterEach
    void close() {
        http.close();
        server.close();
    }

    @Test
    void workq() {
        TestClient client = server.connectTo("workq");
        client.sendRaw(WorkqRequests.lease(0, "q"));
        server.endPatience();
        client.expect("-SERVER-ERROR The cluster has no leader");
    }

    @Test
    void goqueue() {
        GoqueueClient client = new GoqueueClient(server.connectTo("goqueue"));
        client.raw().sendRaw(GoqueueRequests.add("q", 0, 60, new byte[1]));
        server.endPatience();
        client.expect("ERROR", "The cluster has no leader");
    }

    @Test
    void calls_of_qless_that_read_or_write_and_transactions() {
        RespClient client = new RespClient(server.connectTo("qless"));
        String down = "-CLUSTERDOWN The cluster has no leader";
        client.send("EVAL", "QlessAPI", "0", "put", "1", "w", "q", "jid", "klass", "{}", "0");
        server.endPatience();
        client.expect(down);
        client.send("EVAL", "QlessAPI", "0", "get", "1", "jid");
        server.endPatience();
        client.expect(down);
        client.send("MULTI").expect("+OK");
        client.send("EVAL", "QlessAPI", "0", "get", "1", "jid").expect("+QUEUED");
        client.send("EXEC");
        server.endPatience();
        client.expect(down);
    }

    @Test
    void the_http_doors() {
        for (String path : new String[] {"/queue/q/job", "/jobber/queue"}) {
            HttpResponse<String> refused = refused("POST", path, "{\"type\":\"t\"}");
            assertThat(refused.body()).isEqualTo("{\"error\":\"The cluster has no leader\"}");
        }
        assertThat(refused("POST", "/v1/jobs", "{\"queue\":\"q\"}").body())
                .startsWith("{\"type\":\"/problems/no-leader\",\"title\":\"The cluster has no leader\",\"status\":503");
        assertThat(refused("GET", "/v1/jobs/none", "").body()).startsWith("{\"type\":\"/problems/no-leader\"");
    }

    /** Sends a request and lets time pass until it is answered. */
    private HttpResponse<String> refused(String method, String path, String body) {
        CompletableFuture<HttpResponse<String>> answer = http.sendLater(
                http.request(method, path, BodyPublishers.ofString(body)).header("content-type", "application/json"));
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
        while (!answer.isDone() && System.nanoTime() < deadline) {
            server.endPatience();
        }
        HttpResponse<String> refused =
                answer.orTimeout(MOST_SECONDS, TimeUnit.SECONDS).join();
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(503);
        assertThat(refused.headers().firstValue("retry-after")).hasValue("1");
        return refused;
    }
}
