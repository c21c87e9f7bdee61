package dev.reeve.campaign.abuse;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.testkit.HttpDoorRequest;
import dev.reeve.testkit.QlessClient;
import dev.reeve.testkit.RawHttp;
import dev.reeve.testkit.ServerProcess;
import dev.reeve.testkit.TestClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * More clients than the limit, misbehaving clients, and more jobs than fit into memory. With ten thousand connections,
 * {@code -Dreeve.connections=10000}, latencies are compared as well, with the JVM's default options. {@code -Dreeve.seed=N}
 * repeats the same choices.
 */
@Timeout(600)
class AbuseTest {
    private static final int CONNECTIONS = Integer.getInteger("reeve.connections", 1000);
    private static final long SEED = Long.getLong("reeve.seed", System.nanoTime());
    private static final boolean AT_LENGTH = CONNECTIONS >= 10_000;
    private static final int CYCLES = AT_LENGTH ? 2000 : 60;
    /** Other load on the machine makes the server look slow; one undisturbed round is sufficient. */
    private static final int MOST_ROUNDS = AT_LENGTH ? 3 : 1;

    private static final int HEAP_MIB = AT_LENGTH ? 512 : 256;
    private static final long MIB = 1 << 20;
    private static final HttpDoorRequest QUEUES = HttpDoorRequest.of("GET", "/queue");
    /** Allowance for journal segments and a snapshot that are opened and closed. */
    private static final int FILES_MORE_OR_LESS = 8;

    @TempDir
    private Path data;

    @Test
    void beyond_the_limit_every_door_says_so_and_lets_others_in_when_some_leave() throws Exception {
        try (ServerProcess server = start("limits.connections=" + CONNECTIONS)) {
            Ports ports = Ports.of(server);
            try (Crowd first = new Crowd(ports);
                    Crowd rest = new Crowd(ports)) {
                first.idle(CONNECTIONS / 10);
                rest.idle(CONNECTIONS - CONNECTIONS / 10);
                rest.awaitLetIn();
                assertTurnedAway(ports);
                try (TestClient silent = new TestClient(ports.http())) {
                    assertThat(silent.readToTheEnd()).isEmpty();
                }
                first.leave();
                await().atMost(60, SECONDS).ignoreExceptions().untilAsserted(() -> assertLetIn(ports));
                System.out.printf("load: %d connections, one more at every door turned away%n", CONNECTIONS);
            }
        }
    }

    private static void assertTurnedAway(Ports ports) {
        try (TestClient workq = new TestClient(ports.workq());
                TestClient goqueue = new TestClient(ports.goqueue());
                TestClient qless = new TestClient(ports.qless());
                RawHttp http = new RawHttp(ports.http())) {
            assertThat(workq.readToTheEnd()).isEqualTo("-SERVER-ERROR Too many connections\r\n");
            assertThat(goqueue.readToTheEnd()).contains("Too many connections");
            assertThat(qless.readToTheEnd()).isEqualTo("-ERR max number of clients reached\r\n");
            RawHttp.Answer refused = http.call(QUEUES);
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.body()).isEqualTo("{\"error\":\"Too many connections\"}");
        }
    }

    private static void assertLetIn(Ports ports) {
        try (TestClient workq = new TestClient(ports.workq());
                QlessClient qless = new QlessClient(ports.qless());
                RawHttp http = new RawHttp(ports.http())) {
            assertThat(workq.ask("delete x")).isEqualTo("-CLIENT-ERROR Invalid ID");
            assertThat(qless.command("PING")).isEqualTo("+PONG");
            http.call(QUEUES, 200);
        }
    }

    @Test
    void clients_that_behave_keep_working_among_those_that_do_not() throws Exception {
        System.out.printf("load: %d connections that do not behave, seed %d%n", CONNECTIONS, SEED);
        try (ServerProcess server = start("limits.connections=" + (CONNECTIONS + 100))) {
            Ports ports = Ports.of(server);
            Bait bait = Bait.lay(ports);
            boolean undisturbed = false;
            try (Healthy healthy = new Healthy(ports)) {
                healthy.work(CYCLES);
                for (int i = 0; i < MOST_ROUNDS && !undisturbed; i++) {
                    Round round = Round.of(server, healthy, bait, CONNECTIONS, CYCLES, SEED + i);
                    System.out.println(round);
                    assertBounded(round);
                    undisturbed = round.isUndisturbed();
                }
            }
            assertThat(undisturbed || !AT_LENGTH).as("p99 at every door").isTrue();
            await().atMost(60, SECONDS)
                    .until(() -> Footprint.of(server, ports.http()).connections() == 0);
            assertThat(server.lines())
                    .noneMatch(line -> line.contains("ERROR") || line.contains("LEAK") || line.contains("Exception"));
        }
    }

    private static void assertBounded(Round round) {
        assertThat(round.after().mostResidentBytes()).isLessThan(2L * HEAP_MIB * MIB);
        assertThat(round.after().heapBytes()).isLessThan(round.before().heapBytes() + HEAP_MIB * MIB / 8);
        assertThat(round.after().files()).isLessThan(round.before().files() + FILES_MORE_OR_LESS);
        assertThat(round.after().connections()).isEqualTo(round.before().connections());
    }

    @Test
    void without_memory_for_more_jobs_puts_are_refused_and_all_else_works() throws Exception {
        try (ServerProcess server = start(AT_LENGTH ? "limits.memory=50%" : "limits.memory=2%");
                FullMemory memory = new FullMemory(Ports.of(server))) {
            memory.addEverywhere();
            int jobs = memory.fill();
            memory.assertRefusedEverywhere();
            memory.workEverywhere();
            memory.fill();
            memory.assertRefusedEverywhere();
            memory.makeRoom();
            memory.addEverywhere();
            System.out.printf("load: %d jobs fill the memory, one more at every door refused%n", jobs);
        }
    }

    private ServerProcess start(String setting) throws IOException {
        List<String> settings = new ArrayList<>(Ports.ALL_DOORS);
        settings.add(setting);
        // Memory is full sooner if all payloads stay there.
        settings.add("payloads.memory=100%");
        // The idle clients of the crowd have to stay.
        settings.add("limits.first-command-timeout=0s");
        List<String> options = new ArrayList<>(List.of("-Xmx" + HEAP_MIB + "m", "-XX:+ExitOnOutOfMemoryError"));
        options.addAll(
                AT_LENGTH
                        ? List.of("-XX:-UseSerialGC", "-XX:+UseG1GC", "-XX:TieredStopAtLevel=4")
                        : List.of("-Dio.netty.leakDetection.level=paranoid"));
        return ServerProcess.startWith(options, data, settings.toArray(String[]::new));
    }
}
