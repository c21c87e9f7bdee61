package dev.reeve.server.across;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.ApiRequests;
import dev.reeve.testkit.HttpDoorRequest;
import dev.reeve.testkit.RawHttp;
import dev.reeve.testkit.ServerProcess;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A thousand jobs that are added by one request are one journal entry: a server that is killed has all of them or none. */
@Timeout(180)
class BulkAddKillTest {
    private static final int JOBS = 1000;
    private static final int KILLS = 4;
    private static final long MOST_MILLIS = 150;

    private final SplittableRandom random = new SplittableRandom(17);

    @TempDir
    private Path data;

    @Test
    void all_of_a_request_are_there_after_a_kill_or_none() throws Exception {
        int answered = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            try (ServerProcess server = AllDoors.start(data)) {
                int http = server.awaitReady("http");
                CountDownLatch begun = new CountDownLatch(1);
                long millis = random.nextLong(MOST_MILLIS);
                Thread killer = new Thread(() -> killAfter(server, begun, millis));
                killer.start();
                answered += addUntilKilled(http, answered, begun);
                killer.join();
            }
            try (ServerProcess server = AllDoors.start(data);
                    RawHttp http = new RawHttp(server.awaitReady("http"))) {
                int batches = 0;
                while (count(http, batches) > 0) {
                    assertThat(count(http, batches)).as("request " + batches).isEqualTo(JOBS);
                    batches++;
                }
                assertThat(batches).as("what was answered is there").isBetween(answered, answered + 1);
                answered = batches;
            }
        }
        assertThat(answered).isPositive();
    }

    /** Kills the server at some time after it has answered the first request. */
    private static void killAfter(ServerProcess server, CountDownLatch begun, long millis) {
        try {
            begun.await();
            Thread.sleep(millis);
            server.kill();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Adds to one queue after another. Returns how many requests were answered. */
    private static int addUntilKilled(int port, int first, CountDownLatch begun) {
        int done = 0;
        try (RawHttp http = new RawHttp(port)) {
            while (true) {
                String queue = "q" + (first + done);
                String jobs = IntStream.range(0, JOBS)
                        .mapToObj(i -> "{\"queue\":\"" + queue + "\",\"payload\":\"" + "x".repeat(100) + "\"}")
                        .collect(Collectors.joining(","));
                http.call(ApiRequests.addAll(jobs), 200);
                done++;
                begun.countDown();
            }
        } catch (UncheckedIOException | AssertionError | StringIndexOutOfBoundsException e) {
            return done;
        } finally {
            begun.countDown();
        }
    }

    private static int count(RawHttp http, int batch) {
        RawHttp.Answer queue = http.call(HttpDoorRequest.of("GET", "/v1/queues/q" + batch), 200, 404);
        return queue.status() == 404 ? 0 : Integer.parseInt(queue.body().replaceAll(".*\"ready\":([0-9]+).*", "$1"));
    }
}
