package dev.reeve.server.across;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.server.cli.ReeveCommand;
import dev.reeve.server.testing.LocalServer;
import dev.reeve.testkit.DoorClient;
import dev.reeve.testkit.RawHttp;
import dev.reeve.testkit.ServerProcess;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server whose payloads are on disk only answers as any other, through all doors, and a backup of it has all payloads. */
@Timeout(120)
class PayloadsOnDiskTest {
    private static final String ALL_OUT = "payloads.memory=0.0001%";
    private static final String PAYLOAD = "{\"text\": \"" + "long ".repeat(50) + "\"}";

    @TempDir
    private Path folder;

    private static void run(String... words) {
        StringWriter said = new StringWriter();
        assertThat(run(said, words)).as("%s", said).isZero();
    }

    private static int run(StringWriter said, String... words) {
        return ReeveCommand.commandLine()
                .setOut(new PrintWriter(said, true))
                .setErr(new PrintWriter(said, true))
                .execute(words);
    }

    private static List<Path> payloadFiles(Path data) throws IOException {
        try (Stream<Path> files = Files.list(data)) {
            return files.filter(file -> file.toString().endsWith(".pay")).toList();
        }
    }

    private static void takeAll(AllDoors doors) {
        for (DoorClient door : doors.all()) {
            DoorClient.Taken taken = AllDoors.take(door, "q");
            assertThat(taken.payload()).as(door.toString()).isEqualTo(PAYLOAD);
            assertThat(door.complete(taken)).isTrue();
        }
    }

    @Test
    void every_door_reads_them() throws Exception {
        Path data = folder.resolve("data");
        String backup = folder.resolve("backup").toString();
        String restored = folder.resolve("restored").toString();
        List<String> ids = new ArrayList<>();
        try (ServerProcess server = AllDoors.startProcess(data, ALL_OUT);
                AllDoors doors = AllDoors.of(server)) {
            doors.ocypod().declare("q", "{}");
            doors.all().forEach(door -> ids.add(door.add("q", PAYLOAD)));
            server.kill();
        }
        try (LocalServer server = AllDoors.start(data, ALL_OUT);
                AllDoors doors = AllDoors.of(server);
                RawHttp http = new RawHttp(server.awaitReady("http"))) {
            // The recovery has written them.
            assertThat(payloadFiles(data)).isNotEmpty();
            String key = "ql:j:" + ids.get(1);
            assertThat(doors.qless().command("HGET", key, "data")).contains("long long");
            assertThat(http.request("GET /v1/jobs?text=ong%20long HTTP/1.1", "Host: localhost")
                            .read()
                            .body())
                    .contains(ids.get(5));
            for (int i = 0; i < ids.size(); i++) {
                assertThat(doors.all().get(i).look(ids.get(i))).isIn(DoorClient.Phase.WAITING, DoorClient.Phase.HIDDEN);
            }
            run("backup", backup, "--url", "http://127.0.0.1:" + server.awaitReady("http"));
            takeAll(doors);
        }
        run("restore", backup, "--data", restored);
        assertThat(payloadFiles(Path.of(restored))).isEmpty();
        try (LocalServer server = AllDoors.start(Path.of(restored));
                AllDoors doors = AllDoors.of(server)) {
            takeAll(doors);
        }
    }

    @Test
    void damage_is_noticed_by_a_check_and_at_the_start() throws Exception {
        Path data = folder.resolve("data");
        for (int life = 0; life < 2; life++) {
            // The first snapshot after the recovery refers to them.
            try (LocalServer server = AllDoors.start(data, ALL_OUT);
                    AllDoors doors = AllDoors.of(server)) {
                doors.qless().add("q", PAYLOAD);
                assertThat(server.stop()).isTrue();
            }
        }
        run("journal", "check", data.toString());
        Path damaged = payloadFiles(data).get(0);
        byte[] bytes = Files.readAllBytes(damaged);
        bytes[bytes.length / 2] ^= 1;
        Files.write(damaged, bytes);
        StringWriter said = new StringWriter();
        assertThat(run(said, "journal", "check", data.toString())).isNotZero();
        assertThat(said.toString()).containsPattern("damaged: .*" + damaged.getFileName() + " at offset \\d+: ");
        try (ServerProcess server = AllDoors.startProcess(data, ALL_OUT)) {
            assertThat(server.awaitExit()).as("%s", server.lines()).isNotZero();
            assertThat(server.lines()).anyMatch(line -> line.contains(damaged.getFileName() + " at offset"));
        }
    }
}
