package dev.reeve.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.server.testing.TcpServer;
import dev.reeve.server.testing.TestHttp;
import dev.reeve.testkit.RawHttp;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many clients at once, half of them through each door: no job is lost, taken twice or left behind. */
class HttpCrowdTest {
    private static final int CLIENTS = 32;
    private static final int JOBS_EACH = 625;
    private static final int JOBS = CLIENTS * JOBS_EACH;
    private static final Pattern OCYPOD_JOB = Pattern.compile("\\{\"id\":(\\d+),\"input\":(\\d+)}");
    private static final Pattern JOBBER_JOB =
            Pattern.compile("\\{\"job-id\":\"([^\"]+)\",\"type\":\"crowd\",\"payload\":(\\d+),\"lock\":\"(\\d+)\".*");

    private final Set<Integer> done = ConcurrentHashMap.newKeySet();

    @Test
    @Timeout(120)
    void twenty_thousand_jobs_are_all_done_once() throws Exception {
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
    private int work(TestHttp http, int number) throws Exception {
        boolean ocypod = number % 2 == 0;
        int taken = 0;
        try (RawHttp client = new RawHttp(http.address())) {
            for (int i = 0; i < JOBS_EACH; i++) {
                int job = number * JOBS_EACH + i;
                RawHttp.Answer created = ocypod
                        ? client.requestWithBody("POST /queue/crowd/job", "{\"input\":" + job + "}")
                                .read()
                        : client.requestWithBody("POST /jobber/queue", "{\"type\":\"crowd\",\"payload\":" + job + "}")
                                .read();
                assertThat(created.status()).isEqualTo(201);
                taken += i % 3 == 0 && take(client, ocypod) ? 1 : 0;
            }
            while (take(client, ocypod)) {
                taken++;
            }
        }
        return taken;
    }

    private boolean take(RawHttp client, boolean ocypod) throws Exception {
        return ocypod ? takeByOcypod(client) : takeByJobber(client);
    }

    private boolean takeByOcypod(RawHttp client) throws Exception {
        RawHttp.Answer answer =
                client.request("GET /queue/crowd/job HTTP/1.1", "Host: x").read();
        if (answer.status() == 204) {
            return false;
        }
        Matcher job = OCYPOD_JOB.matcher(answer.body());
        assertThat(job.matches()).as(answer.body()).isTrue();
        assertThat(done.add(Integer.parseInt(job.group(2)))).as("taken once").isTrue();
        assertThat(client.requestWithBody("PATCH /job/" + job.group(1), "{\"status\":\"completed\"}")
                        .read()
                        .status())
                .isEqualTo(204);
        return true;
    }

    private boolean takeByJobber(RawHttp client) throws Exception {
        RawHttp.Answer answer =
                client.requestWithBody("POST /jobber/queue/crowd/take", "{}").read();
        if (answer.status() == 204) {
            return false;
        }
        Matcher job = JOBBER_JOB.matcher(answer.body());
        assertThat(job.matches()).as(answer.body()).isTrue();
        assertThat(done.add(Integer.parseInt(job.group(2)))).as("taken once").isTrue();
        String lock = "{\"lock\":\"" + job.group(3) + "\"}";
        assertThat(client.requestWithBody("POST /jobber/job/" + job.group(1) + "/done", lock)
                        .read()
                        .status())
                .isEqualTo(204);
        return true;
    }
}
