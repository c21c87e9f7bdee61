package dev.reeve.campaign.abuse;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.testkit.ServerProcess;
import dev.reeve.testkit.TestClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Peers that disappear without closing, as in a power failure. TCP keep-alive detects them if it is enabled. */
class KeepAliveTest {
    private static final String ESTABLISHED = "01";
    private static final String KEEP_ALIVE_TIMER = "02";
    private static final long MOST_TICKS = 60 * 100;

    @TempDir
    private Path data;

    @Test
    void the_system_looks_for_silent_peers_within_a_minute() throws Exception {
        try (ServerProcess server = ServerProcess.start(data, Ports.ALL_DOORS.toArray(String[]::new))) {
            Ports ports = Ports.of(server);
            for (int port : List.of(ports.workq(), ports.goqueue(), ports.qless())) {
                try (TestClient silent = new TestClient(port)) {
                    silent.sendRaw("A");
                    await().atMost(20, SECONDS)
                            .untilAsserted(() -> assertThat(timers(port))
                                    .singleElement()
                                    .matches(timer -> timer.startsWith(KEEP_ALIVE_TIMER + ":"))
                                    .matches(timer -> Long.parseLong(timer.substring(3), 16) <= MOST_TICKS));
                }
            }
        }
    }

    /** The next TCP timer of the connections at this port, and its remaining time in hundredths of a second. */
    private static List<String> timers(int port) throws IOException {
        String local = ":%04X".formatted(port);
        try (Stream<String> four = Files.lines(Path.of("/proc/net/tcp"));
                Stream<String> six = Files.lines(Path.of("/proc/net/tcp6"))) {
            return Stream.concat(four, six)
                    .map(line -> line.strip().split("\\s+", -1))
                    .filter(words -> words[1].endsWith(local) && words[3].equals(ESTABLISHED))
                    .map(words -> words[5])
                    .toList();
        }
    }
}
