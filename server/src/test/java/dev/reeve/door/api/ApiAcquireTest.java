package dev.reeve.door.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.server.testing.TcpServer;
import dev.reeve.server.testing.TestHttp;
import dev.reeve.testkit.ApiRequests;
import dev.reeve.testkit.RawHttp;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Workers that hang up before they have their jobs. */
class ApiAcquireTest {
    private static final int JOBS = 100;

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void all_jobs_of_a_worker_that_has_hung_up_come_back_and_no_attempt_counts(JournalKind kind) throws Exception {
        try (TestServer server = TcpServer.start(kind);
                TestHttp http = new TestHttp(server)) {
            String jobs = IntStream.range(0, JOBS)
                    .mapToObj(i -> "{\"queue\":\"q\",\"id\":\"j" + i + "\"}")
                    .collect(Collectors.joining(","));
            assertThat(http.send("POST", "/v1/bulk/add", "{\"jobs\":[" + jobs + "]}")
                            .statusCode())
                    .isEqualTo(200);
            hangUpBeforeTheAnswer(server, http);
            assertThat(http.get("/v1/queues/q").body()).contains("\"ready\":" + JOBS + ",", "\"leased\":0,");
            String all = http.get("/v1/jobs?queue=q&order=next&limit=500").body();
            assertThat(all.split("\"attempt\":0,", -1)).hasSize(JOBS + 1);
            assertThat(all.indexOf("\"j0\"")).as("at their old places").isLessThan(all.indexOf("\"j99\""));
            assertThat(http.send("POST", "/v1/acquire", "{\"queues\":[\"q\"],\"count\":1000}")
                            .body()
                            .split("\"attempt\":1,", -1))
                    .hasSize(JOBS + 1);
        }
    }

    /** The worker is gone before the node leases the jobs, and the node learns it afterwards. */
    private static void hangUpBeforeTheAnswer(TestServer server, TestHttp http) {
        CountDownLatch gone = new CountDownLatch(1);
        long before = http.taken();
        int connections = http.connections();
        RawHttp worker = new RawHttp(http.address());
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> http.connections() == connections + 1);
        server.node().loop().execute(() -> await(gone));
        worker.send(ApiRequests.acquire("q", 1000).encode());
        worker.vanish();
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> http.connections() == connections);
        gone.countDown();
        http.settle(before + 1);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
