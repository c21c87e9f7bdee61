package dev.reeve.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.door.qless.QlessDoor;
import dev.reeve.door.qless.QlessSettings;
import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.server.testing.TcpServer;
import dev.reeve.server.testing.TestHttp;
import dev.reeve.testkit.DoorClient;
import dev.reeve.testkit.GoqueueClient;
import dev.reeve.testkit.GoqueueRequests;
import dev.reeve.testkit.QlessClient;
import dev.reeve.testkit.RespClient;
import dev.reeve.testkit.TestClient;
import dev.reeve.testkit.Violation;
import dev.reeve.testkit.WorkqRequests;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
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

    /** Histories are made by this client: what it takes for a refusal, or for an empty queue, counts as one. */
    @Test
    void the_client_of_qless_does_not_take_it_for_an_answer_about_a_job() {
        QlessClient client = new QlessClient(server.connectTo("qless"));
        DoorClient.Taken job = new DoorClient.Taken("jid", "", "q");
        for (Supplier<Object> call : List.<Supplier<Object>>of(
                () -> client.complete(job),
                () -> client.fail(job),
                () -> client.renew(job),
                () -> client.look("jid"),
                () -> String.valueOf(client.acquire("q")))) {
            assertThatThrownBy(() -> ended(CompletableFuture.supplyAsync(call)))
                    .hasRootCauseInstanceOf(Violation.class)
                    .hasMessageContaining("The cluster has no leader");
        }
    }

    /** Lets time pass until the call has ended. */
    private <T> T ended(CompletableFuture<T> call) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
        while (!call.isDone() && System.nanoTime() < deadline) {
            server.endPatience();
        }
        return call.orTimeout(MOST_SECONDS, TimeUnit.SECONDS).join();
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
        HttpResponse<String> refused = ended(answer);
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(503);
        assertThat(refused.headers().firstValue("retry-after")).hasValue("1");
        return refused;
    }
}
