package dev.reeve.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.server.testing.TcpServer;
import dev.reeve.server.testing.TestHttp;
import dev.reeve.testkit.DoorClient;
import dev.reeve.testkit.JobberClient;
import dev.reeve.testkit.OcypodClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many clients at once, half of them through each door: no job is lost, taken twice or left behind. */
class HttpCrowdTest {
    private static final int CLIENTS = 32;
    private static final int JOBS_EACH = 200;
    private static final int JOBS = CLIENTS * JOBS_EACH;

    private final Set<Integer> done = ConcurrentHashMap.newKeySet();

    @Test
    @Timeout(120)
    void thousands_of_jobs_are_all_done_once() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
        try (TestServer server = TcpServer.start(JournalKind.LOCAL);
                TestHttp http = new TestHttp(server)) {
            assertThat(http.send("PUT", "/queue/crowd", "{\"expires_after\":\"0s\"}")
                            .statusCode())
                    .isEqualTo(201);
            List<Future<Integer>> taken = new ArrayList<>();
            for (int client = 0; client < CLIENTS; client++) {
                int number = client;
                taken.add(threads.submit(() -> work(http, number)));
            }
            int sum = 0;
            for (Future<Integer> one : taken) {
                sum += one.get(100, TimeUnit.SECONDS);
            }
            assertThat(sum).isEqualTo(JOBS);
            assertThat(done).hasSize(JOBS);
            assertThat(http.get("/queue/crowd/size").body()).isEqualTo("0");
            assertThat(http.get("/info").body())
                    .contains("\"crowd\":{\"queued\":0,\"running\":0,\"failed\":0,\"completed\":" + JOBS / 2 + ",")
                    .contains("\"total_jobs_created\":" + JOBS + ",\"total_jobs_completed\":" + JOBS + ",");
        } finally {
            threads.shutdownNow();
        }
    }

    /** Puts its jobs in, taking others' out all the while, and goes on taking until none is left. */
    private int work(TestHttp http, int number) {
        int port = http.address().getPort();
        int taken = 0;
        try (DoorClient client = number % 2 == 0 ? new OcypodClient(port) : new JobberClient(port)) {
            for (int i = 0; i < JOBS_EACH; i++) {
                client.add("crowd", Integer.toString(number * JOBS_EACH + i));
                taken += i % 3 == 0 && take(client) ? 1 : 0;
            }
            while (take(client)) {
                taken++;
            }
        }
        return taken;
    }

    private boolean take(DoorClient client) {
        DoorClient.Taken job = client.acquire("crowd");
        if (job == null) {
            return false;
        }
        assertThat(done.add(Integer.parseInt(job.payload()))).as("taken once").isTrue();
        assertThat(client.complete(job)).isTrue();
        return true;
    }
}
