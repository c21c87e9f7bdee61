package dev.reeve.server.across;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.server.testing.LocalServer;
import dev.reeve.testkit.Scrape;
import dev.reeve.testkit.ServerProcess;
import dev.reeve.testkit.TestClient;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The two listeners of the Workq door serve the same jobs, and their figures are those of one door. */
@Timeout(120)
class WorkqTtrPortTest {
    private static final String FIRST = "00000000-0000-4000-8000-000000000001";
    private static final String SECOND = "00000000-0000-4000-8000-000000000002";

    @TempDir
    private Path data;

    @Test
    void each_client_gets_the_lease_reply_of_its_port_and_both_count_as_workq() throws Exception {
        try (LocalServer server = AllDoors.start(data, "durability=os", "workq.ttr-port=0");
                TestClient plain = new TestClient(server.awaitReady("workq"));
                TestClient withTtr = new TestClient(server.awaitReady("workq-ttr"))) {
            assertThat(plain.ask("add " + FIRST + " q 60000 3600000 1\r\na")).isEqualTo("+OK");
            assertThat(plain.ask("add " + SECOND + " q 60000 3600000 1\r\nb")).isEqualTo("+OK");
            assertThat(withTtr.ask("lease q 0")).isEqualTo("+OK 1");
            assertThat(withTtr.readLine()).isEqualTo(FIRST + " q 60000 1");
            assertThat(withTtr.readLine()).isEqualTo("a");
            assertThat(plain.ask("lease q 0")).isEqualTo("+OK 1");
            assertThat(plain.readLine()).isEqualTo(SECOND + " q 1");
            assertThat(plain.readLine()).isEqualTo("b");
            assertThat(withTtr.ask("nonsense")).isEqualTo("-CLIENT-ERROR Unknown command");
            Scrape scrape = Scrape.of(server.awaitReady("http"));
            assertThat(scrape.value("reeve_connections", "door", "workq")).isEqualTo(2);
            assertThat(scrape.value("reeve_request_seconds", "door", "workq", "command", "lease"))
                    .isEqualTo(2);
            assertThat(scrape.counted("reeve_refusals_total", "door", "why")).containsOnlyKeys("workq unknown");
        }
    }

    @Test
    void it_is_off_by_default_and_not_mentioned() throws Exception {
        try (ServerProcess server = AllDoors.startProcess(data)) {
            assertThat(server.awaitReady("workq")).isPositive();
            assertThat(server.lines()).noneMatch(line -> line.contains("workq-ttr"));
        }
    }
}
