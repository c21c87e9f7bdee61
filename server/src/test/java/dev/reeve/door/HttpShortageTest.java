package dev.reeve.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.journal.WriteAdmission;
import dev.reeve.journal.local.LateJournal;
import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.server.testing.TcpServer;
import dev.reeve.server.testing.TestHttp;
import dev.reeve.testkit.RawHttp;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** HTTP when memory or the disk cannot keep up. */
class HttpShortageTest {
    private static final String FULL = "{\"error\":\"Out of memory: the room for jobs is used up\"}";

    @Test
    void without_room_nothing_new_is_taken_and_the_rest_goes_on() {
        TestServer.Options options = TestServer.Options.of(JournalKind.LOCAL).withMemoryBytes(40_000);
        try (TestServer server = TcpServer.start(options);
                TestHttp http = new TestHttp(server)) {
            String large = "\"" + "x".repeat(30_000) + "\"";
            assertThat(http.send("PUT", "/queue/q", "{}").statusCode()).isEqualTo(201);
            assertThat(http.send("POST", "/queue/q/job", "{\"input\":" + large + "}")
                            .statusCode())
                    .isEqualTo(201);
            while (http.send("POST", "/queue/q/job", "{}").statusCode() == 201) {
                // Until there is no room for the smallest job.
            }
            for (String path : List.of("/queue/q/job", "/jobber/queue", "/jobs")) {
                var answer = http.send("POST", path, "{\"type\":\"t\",\"jobType\":\"t\"}");
                assertThat(answer.statusCode()).isEqualTo(507);
                assertThat(answer.body()).isEqualTo(FULL);
            }
            assertThat(http.send("PUT", "/queue/other", "{}").statusCode()).isEqualTo(507);
            assertThat(http.get("/queue/q/job").statusCode()).isEqualTo(200);
            assertThat(http.send("PUT", "/job/1/output", "\"" + "x".repeat(2_000) + "\"")
                            .statusCode())
                    .isEqualTo(507);
            assertThat(http.send("PATCH", "/job/1", "{\"status\":\"completed\"}")
                            .statusCode())
                    .isEqualTo(204);
            assertThat(http.send("DELETE", "/job/1", "").statusCode()).isEqualTo(204);
            assertThat(http.send("POST", "/queue/q/job", "{}").statusCode()).isEqualTo(201);
        }
    }

    @Test
    void without_room_on_the_disk_the_reason_is_told() {
        try (TestServer server = TcpServer.start(JournalKind.LATE);
                TestHttp http = new TestHttp(server)) {
            LateJournal journal = (LateJournal) server.journal();
            journal.setRoom(WriteAdmission.NONE);
            for (String path : List.of("/queue/q", "/jobber/queue")) {
                String method = path.equals("/queue/q") ? "PUT" : "POST";
                journal.setFault(false);
                var full = http.send(method, path, "{\"type\":\"t\"}");
                assertThat(full.statusCode()).isEqualTo(507);
                assertThat(full.body()).isEqualTo("{\"error\":\"Out of disk space\"}");
                journal.setFault(true);
                var fault = http.send(method, path, "{\"type\":\"t\"}");
                assertThat(fault.statusCode()).isEqualTo(503);
                assertThat(fault.body()).isEqualTo("{\"error\":\"The journal cannot be extended\"}");
            }
        }
    }

    /** With a limit of one byte every command that is not synced yet makes all others wait. */
    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_slow_disk_makes_clients_wait_and_loses_nothing(JournalKind kind) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try (TestServer server = TcpServer.start(TestServer.Options.of(kind).withUnsyncedBytes(1));
                TestHttp http = new TestHttp(server)) {
            assertThat(http.send("PUT", "/queue/q", "{}").statusCode()).isEqualTo(201);
            List<Future<?>> clients = new ArrayList<>();
            for (int client = 0; client < 8; client++) {
                clients.add(threads.submit(() -> {
                    try (RawHttp connection = new RawHttp(http.address())) {
                        for (int i = 0; i < 50; i++) {
                            connection.requestWithBody("POST /queue/q/job", "{}");
                            assertThat(connection.read().status()).isEqualTo(201);
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> client : clients) {
                client.get(60, TimeUnit.SECONDS);
            }
            assertThat(http.get("/queue/q/size").body()).isEqualTo("400");
        } finally {
            threads.shutdownNow();
        }
    }
}
