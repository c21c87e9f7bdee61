package dev.reeve.server.across;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.DoorClient;
import dev.reeve.testkit.OcypodClient;
import dev.reeve.testkit.ServerProcess;
import dev.reeve.testkit.TlsFolder;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every door over TLS, with a real server. */
class TlsDoorsTest {
    @TempDir
    private Path folder;

    @Test
    void every_door_serves_jobs_over_TLS() throws Exception {
        TlsFolder tls = new TlsFolder(folder);
        try (ServerProcess server = AllDoors.start(folder.resolve("data"), tls.settings());
                AllDoors doors = AllDoors.of(server, tls.client())) {
            for (DoorClient door : doors.all()) {
                if (door instanceof OcypodClient ocypod) {
                    ocypod.declare("q", "{}");
                }
                String payload = "\"" + "x".repeat(100_000) + "\"";
                door.add("q", payload);
                DoorClient.Taken job = AllDoors.take(door, "q");
                assertThat(job.payload()).isEqualTo(payload);
                assertThat(door.complete(job)).isTrue();
            }
            assertThat(server.hasSaid("TLS is on; certificate of CN=reeve, valid until "))
                    .isTrue();
            assertThat(server.lines().get(server.lines().size() - 1)).contains(" with TLS");
        }
    }
}
