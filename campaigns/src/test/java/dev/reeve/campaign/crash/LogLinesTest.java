package dev.reeve.campaign.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reeve.server.BrokenDiskMain;
import dev.reeve.server.SlowDiskMain;
import dev.reeve.testkit.ServerProcess;
import dev.reeve.testkit.TestClient;
import dev.reeve.testkit.WorkqClient;
import dev.reeve.testkit.WorkqRequests;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The log lines of a server from start to stop. */
@Timeout(120)
class LogLinesTest {
    private static final String SECRET = "the-payload";

    @TempDir
    private Path data;

    @Test
    void one_line_sums_up_the_start_and_one_the_stop() throws Exception {
        try (ServerProcess server = ServerProcess.start(data, "durability=interval")) {
            int port = server.awaitReady();
            assertThat(server.lines())
                    .last()
                    .asString()
                    .matches("\\S+ INFO  Server: Reeve is ready: version \\S+, data in \\Q" + data
                            + "\\E, durability interval, recovered 0 jobs in \\d+ ms; http off, workq on 127\\.0\\.0\\.1:"
                            + port + ", goqueue off, qless off");
            add(port, SECRET);
            server.terminate();
            assertThat(server.awaitExit()).isZero();
            assertThat(server.lines())
                    .anyMatch(line -> line.matches(
                            ".* INFO  SnapshotStore: snapshot of position \\d+ written: \\d+ bytes in \\d+ ms"));
            assertThat(server.lines())
                    .last()
                    .asString()
                    .matches(".* stopped: received a signal, after [0-9hms]+, everything is in a snapshot");
            assertThat(server.lines()).noneMatch(line -> line.contains(SECRET));
        }
    }

    @Test
    void refusals_are_told_by_class_without_what_was_sent() throws Exception {
        try (ServerProcess server = ServerProcess.start(
                        data,
                        "limits.connections=3",
                        "limits.memory=0.001%",
                        "payloads.memory=100%",
                        "limits.payload=10KiB",
                        "http.port=0");
                WorkqClient client = new WorkqClient(server.awaitReady())) {
            assertThat(client.ask(SECRET + "\r\n")).startsWith("-CLIENT-ERROR");
            assertThat(client.ask("add " + UUID.randomUUID() + " q 1000 1000 10241\r\n"))
                    .startsWith("-CLIENT-ERROR");
            server.awaitLine("WARN  RefusalLog: workq refused requests: no such command or path");
            server.awaitLine("WARN  RefusalLog: workq refused requests: too large");
            assertThat(addUntilRefused(server.awaitReady(), "x".repeat(5_000))).contains("Out of memory");
            server.awaitLine("WARN  RefusalLog: workq refused commands: out of memory, see limits.memory");
            int http = server.awaitReady("http");
            sendGarbage(http);
            server.awaitLine("WARN  RefusalLog: http refused requests: malformed");
            // The closed connection may still count for a while, so either of the next ones may exceed the limit.
            List<WorkqClient> others = new ArrayList<>();
            try {
                for (int i = 0; i < 4; i++) {
                    others.add(new WorkqClient(server.awaitReady()));
                }
                server.awaitLine("WARN  RefusalLog: workq refused connections: limits.connections is reached");
            } finally {
                for (WorkqClient other : others) {
                    other.close();
                }
            }
            assertThat(server.lines()).noneMatch(line -> line.contains(SECRET));
        }
    }

    @Test
    void a_full_disk_is_told() throws Exception {
        try (ServerProcess server = start(BrokenDiskMain.class, "SPACE", "2")) {
            assertThat(addUntilRefused(server.awaitReady(), "x".repeat(1_000))).contains("Out of disk space");
            server.awaitLine("WARN  RefusalLog: workq refused commands: out of disk space");
        }
    }

    @Test
    void a_slow_disk_is_told_once_in_a_while() throws Exception {
        try (ServerProcess server = start(SlowDiskMain.class)) {
            int port = server.awaitReady();
            for (int i = 0; i < 5; i++) {
                add(port, "x");
            }
            assertThat(server.lines())
                    .filteredOn(line -> line.contains("SlowSyncWarning"))
                    .first()
                    .asString()
                    .matches(".* WARN  SlowSyncWarning: slow disk: 1 syncs took 40 ms or longer, the slowest \\d+ ms");
        }
    }

    @Test
    void json_is_one_object_a_line() throws Exception {
        try (ServerProcess server = ServerProcess.start(data, "log.format=json")) {
            server.awaitReady();
            server.terminate();
            assertThat(server.awaitExit()).isZero();
            for (String line : server.lines()) {
                JsonNode event = new ObjectMapper().readTree(line);
                assertThat(event.fieldNames())
                        .toIterable()
                        .containsExactly("time", "level", "logger", "thread", "message");
                assertThat(Instant.parse(event.get("time").asText())).isBeforeOrEqualTo(Instant.now());
                assertThat(event.get("level").asText()).isEqualTo("INFO");
                assertThat(event.get("logger").asText()).startsWith("dev.reeve.");
            }
            assertThat(server.lines()).anyMatch(line -> line.contains("\"message\":\"Reeve is ready: version "));
        }
    }

    @Test
    void levels_go_by_package() throws Exception {
        try (ServerProcess server =
                ServerProcess.start(data, "log.level=off, dev.reeve.server.Server=info, dev.reeve.net=debug")) {
            server.awaitReady();
            assertThat(server.lines())
                    .anyMatch(line -> line.contains(" DEBUG TcpDoor: workq listens at"))
                    .noneMatch(line -> line.contains("recovered 0 jobs in") && !line.contains("Reeve is ready"));
        }
    }

    private ServerProcess start(Class<?> program, String... words) throws IOException {
        return ServerProcess.start(program, words, data, "log.slow-sync=40ms");
    }

    private static void add(int port, String payload) {
        try (WorkqClient client = new WorkqClient(port)) {
            client.add("q", payload);
        }
    }

    private static String addUntilRefused(int port, String payload) {
        try (WorkqClient client = new WorkqClient(port)) {
            for (int i = 0; i < 1_000; i++) {
                String reply = client.ask(WorkqRequests.add(UUID.randomUUID(), "q", 1000, 60_000, payload));
                if (!reply.equals("+OK")) {
                    return reply;
                }
            }
        }
        throw new AssertionError("nothing was refused");
    }

    private static void sendGarbage(int port) {
        try (TestClient client = new TestClient(port)) {
            assertThat(client.send(SECRET, "").readToTheEnd()).containsPattern("\\AHTTP/1\\.. 400 ");
        }
    }
}
