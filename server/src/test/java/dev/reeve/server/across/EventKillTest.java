package dev.reeve.server.across;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.ApiRequests;
import dev.reeve.testkit.EventReader;
import dev.reeve.testkit.RawHttp;
import dev.reeve.testkit.ServerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a stream has told is still true after the server was killed. */
@Timeout(180)
class EventKillTest {
    private static final int KILLS = 4;
    private static final int MOST_EVENTS = 400;

    private final SplittableRandom random = new SplittableRandom(19);

    @TempDir
    private Path data;

    @Test
    void what_was_told_has_happened() throws Exception {
        String lastId = "0.0";
        ServerProcess server = start();
        try {
            for (int kill = 0; kill < KILLS; kill++) {
                Map<String, String> told = new TreeMap<>();
                lastId = listenAndKill(server, lastId, told);
                assertThat(told).isNotEmpty();
                server = start();
                try (RawHttp http = new RawHttp(server.awaitReady("http"))) {
                    told.forEach((id, event) -> check(http, id, event));
                }
            }
        } finally {
            server.close();
        }
    }

    private ServerProcess start() throws IOException {
        return AllDoors.startProcess(data, "durability=always");
    }

    /** Listens to a server at work until it is killed. Returns the last id of the stream. */
    private String listenAndKill(ServerProcess server, String lastId, Map<String, String> told) throws Exception {
        int http = server.awaitReady("http");
        try (EventReader stream = new EventReader(http, "/v1/events?last_event_id=" + lastId)) {
            EventReader.Message gap = stream.next();
            assertThat(gap == null ? "" : gap.event()).as("another run").isEqualTo("gap");
            Thread producer = new Thread(() -> work(http));
            producer.start();
            listen(stream, 1 + random.nextInt(MOST_EVENTS), told);
            server.kill();
            listen(stream, Integer.MAX_VALUE, told);
            producer.join();
            return stream.lastId();
        }
    }

    private static void check(RawHttp http, String id, String event) {
        RawHttp.Answer job = http.call(ApiRequests.show(id), 200, 404);
        assertThat(job.status()).as(event + " of " + id).isEqualTo(200);
        if (event.equals("job.completed")) {
            assertThat(job.body()).contains("\"state\":\"completed\"");
        }
        if (event.equals("job.leased")) {
            // A completion, or the end of the lease by the restart, may have followed without being told.
            assertThat(job.body()).containsAnyOf("\"state\":\"leased\"", "\"state\":\"completed\"");
        }
    }

    private static void listen(EventReader stream, int count, Map<String, String> told) {
        try {
            for (int i = 0; i < count; i++) {
                EventReader.Message message = stream.next();
                if (message == null) {
                    return;
                }
                told.put(message.value("id"), message.event());
            }
        } catch (UncheckedIOException | AssertionError | NumberFormatException killed) {
            // The rest of the stream is lost with the server.
        }
    }

    /** Adds, acquires and completes jobs until the server is gone. */
    private static void work(int port) {
        try (RawHttp http = new RawHttp(port)) {
            while (true) {
                http.call(ApiRequests.add("{\"queue\":\"q\",\"lease\":\"1h\"}"), 201);
                String jobs = http.call(ApiRequests.acquire("q", 1), 200).body();
                String id = jobs.replaceAll(".*\"id\":\"([^\"]+)\".*", "$1");
                String token = jobs.replaceAll(".*\"lease_token\":\"([0-9]+)\".*", "$1");
                http.call(ApiRequests.report(id, "complete", token, ""), 204);
            }
        } catch (UncheckedIOException | AssertionError | StringIndexOutOfBoundsException killed) {
            return;
        }
    }
}
