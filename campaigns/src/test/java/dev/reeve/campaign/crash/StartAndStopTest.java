package dev.reeve.campaign.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.ServerProcess;
import dev.reeve.testkit.WorkqClient;
import dev.reeve.testkit.WorkqRequests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Start and stop of the process on all kinds of data. */
@Timeout(120)
class StartAndStopTest {
    private static final String PAYLOAD = "payload ".repeat(20);
    private static final int MANY_JOBS = 100_000;

    private final List<LoadClient> clients = new ArrayList<>();

    @TempDir
    private Path data;

    @Test
    void a_second_server_on_the_same_data_is_refused() throws Exception {
        try (ServerProcess first = ServerProcess.start(data)) {
            int port = first.awaitReady();
            try (ServerProcess second = ServerProcess.start(data)) {
                assertThat(second.awaitExit()).isEqualTo(1);
                assertThat(second.lines())
                        .filteredOn(line -> !line.contains(" INFO "))
                        .singleElement()
                        .asString()
                        .startsWith("reeve: data: ")
                        .contains(data.toRealPath().toString());
            }
            try (WorkqClient connection = new WorkqClient(port)) {
                connection.add("q", "{}");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "snapshot-, .snap, 3000, at offset",
        "journal-, .seg, 4200, at offset 4096",
        "manifest, manifest, 30, at offset 0"
    })
    void damaged_data_is_refused_in_one_line(String prefix, String suffix, int offset, String expected)
            throws Exception {
        fill(prefix.startsWith("snapshot"));
        Path damaged = damage(prefix, suffix, offset);
        try (ServerProcess server = ServerProcess.start(data)) {
            assertThat(server.awaitExit()).as("%s", server.lines()).isEqualTo(1);
            assertThat(server.lines())
                    .filteredOn(line -> !line.contains(" INFO "))
                    .singleElement()
                    .asString()
                    .startsWith("reeve: data: ")
                    .contains(damaged.getFileName().toString(), expected);
        }
    }

    @Test
    void stopping_under_load_keeps_what_was_acknowledged_and_writes_a_snapshot() throws Exception {
        for (int i = 0; i < 3; i++) {
            clients.add(new LoadClient("q" + i, new SplittableRandom(i)));
        }
        for (int stops = 0; stops < 2; stops++) {
            try (ServerProcess server = ServerProcess.start(data, "journal.segment-size=64KiB")) {
                int port = server.awaitReady();
                verify(port);
                CrashLoad load = new CrashLoad(500 + 300 * stops);
                clients.forEach(client -> load.start(to -> client.work(port, to)));
                load.awaitAnswers();
                load.expectEnd();
                server.terminate();
                assertThat(server.awaitExit()).as("%s", server.lines()).isZero();
                load.join();
                clients.forEach(client -> client.lostConnection(0));
            }
        }
        try (ServerProcess server = ServerProcess.start(data)) {
            verify(server.awaitReady());
            assertThat(server.lines())
                    .anyMatch(line -> line.endsWith(", 0 entries after it"))
                    .noneMatch(line -> line.contains("orphan") || line.contains("unfinished"));
        }
    }

    @Test
    void only_the_owner_can_read_the_data() throws Exception {
        Path folder = data.resolve("made/here");
        try (ServerProcess server = ServerProcess.start(folder, "journal.segment-size=64KiB")) {
            addAndDelete(server.awaitReady(), 500);
            server.awaitLine("SnapshotStore: snapshot of position ");
            assertThat(modes(folder)).containsOnly("rw-------");
            server.terminate();
            assertThat(server.awaitExit()).isZero();
        }
        assertThat(modes(folder)).hasSizeGreaterThan(3).containsOnly("rw-------");
        assertThat(mode(folder)).isEqualTo("rwx------");
        assertThat(mode(data.resolve("made")))
                .as("not the data folder")
                .isEqualTo(mode(Files.createDirectory(data.resolve("other"))));

        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-x---"));
        Path lock = folder.resolve("lock");
        Files.setPosixFilePermissions(lock, PosixFilePermissions.fromString("rw-r-----"));
        try (ServerProcess server = ServerProcess.start(folder)) {
            server.awaitReady();
            assertThat(mode(folder)).as("set by the operator").isEqualTo("rwxr-x---");
            assertThat(mode(lock)).as("set by the operator").isEqualTo("rw-r-----");
        }
    }

    /** The journal grows and the live data does not, so that a snapshot becomes due. */
    private static void addAndDelete(int port, int jobs) {
        try (WorkqClient connection = new WorkqClient(port)) {
            for (int i = 0; i < jobs; i++) {
                UUID id = new UUID(7, i);
                connection.send(WorkqRequests.add(id, "q", 1000, 86_400_000, PAYLOAD) + WorkqRequests.delete(id));
                assertThat(connection.readLine()).isEqualTo("+OK");
                assertThat(connection.readLine()).isEqualTo("+OK");
            }
        }
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private static List<String> modes(Path folder) throws IOException {
        List<String> modes = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                modes.add(mode(file));
            }
        } catch (NoSuchFileException e) {
            // The server deleted or renamed a file in between.
            return modes(folder);
        }
        return modes;
    }

    @Test
    void stopping_during_a_long_start_is_clean() throws Exception {
        try (ServerProcess server = ServerProcess.start(data, "durability=os")) {
            addMany(server.awaitReady());
            server.kill();
        }
        try (ServerProcess server = ServerProcess.start(data)) {
            server.awaitLine("http is off");
            server.terminate();
            assertThat(server.awaitExit()).as("%s", server.lines()).isZero();
            assertThat(server.lines()).anyMatch(line -> line.contains(" stopped: "));
        }
        try (ServerProcess server = ServerProcess.start(data)) {
            server.awaitReady();
            assertThat(server.lines()).anyMatch(line -> line.contains("recovered " + MANY_JOBS + " jobs"));
        }
    }

    private static void addMany(int port) {
        try (WorkqClient connection = new WorkqClient(port)) {
            for (int sent = 0; sent < MANY_JOBS; sent += 1_000) {
                StringBuilder requests = new StringBuilder();
                for (int i = 0; i < 1_000; i++) {
                    requests.append(WorkqRequests.add(new UUID(7, sent + i), "q", 1000, 86_400_000, "a small payload"));
                }
                connection.send(requests.toString());
                for (int i = 0; i < 1_000; i++) {
                    assertThat(connection.readLine()).isEqualTo("+OK");
                }
            }
        }
    }

    /** Adds jobs in small batches, and ends the server with or without a snapshot. */
    private void fill(boolean cleanly) throws Exception {
        try (ServerProcess server = ServerProcess.start(data, "journal.segment-size=1MiB")) {
            try (WorkqClient connection = new WorkqClient(server.awaitReady())) {
                for (int i = 0; i < 100; i++) {
                    assertThat(connection.ask(WorkqRequests.add(new UUID(7, i), "q", 1000, 86_400_000, PAYLOAD)))
                            .isEqualTo("+OK");
                }
            }
            if (cleanly) {
                server.terminate();
                assertThat(server.awaitExit()).isZero();
            } else {
                server.kill();
            }
        }
    }

    private Path damage(String prefix, String suffix, int offset) throws IOException {
        try (Stream<Path> files = Files.list(data)) {
            Path file = files.filter(path -> path.getFileName().toString().startsWith(prefix)
                            && path.getFileName().toString().endsWith(suffix))
                    .sorted()
                    .findFirst()
                    .orElseThrow();
            byte[] bytes = Files.readAllBytes(file);
            bytes[offset] ^= 4;
            Files.write(file, bytes);
            return file;
        }
    }

    private void verify(int port) {
        try (WorkqClient connection = new WorkqClient(port)) {
            for (LoadClient client : clients) {
                client.verify(connection, true);
            }
        }
    }
}
