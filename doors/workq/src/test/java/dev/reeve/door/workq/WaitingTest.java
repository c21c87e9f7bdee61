package dev.reeve.door.workq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.job.JobView;
import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.testkit.TestClient;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many waiting clients, some of which disconnect while they wait. */
class WaitingTest {
    private static final int MANY = 50;

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void fifty_waiters_and_fifty_pipelined_adds_meet(JournalKind kind) {
        try (TestServer server = WorkqServer.start(kind)) {
            List<TestClient> workers = waiters(server, "lease ping 60000");
            TestClient producer = server.connect();
            producer.sendRaw(adds(MANY));
            for (int i = 0; i < MANY; i++) {
                producer.expect("+OK");
            }
            Set<String> given = new HashSet<>();
            for (TestClient worker : workers) {
                worker.expect("+OK 1");
                given.add(worker.readLine());
                worker.readLine();
            }
            assertThat(given).hasSize(MANY);
        }
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void fifty_waiters_on_several_names_get_one_job_each(JournalKind kind) {
        try (TestServer server = WorkqServer.start(kind)) {
            List<TestClient> workers = waiters(server, "lease other ping another 60000");
            TestClient producer = server.connect().sendRaw(adds(MANY + 1));
            for (int i = 0; i < MANY + 1; i++) {
                producer.expect("+OK");
            }
            for (TestClient worker : workers) {
                worker.expect("+OK 1");
                assertThat(worker.readLine()).endsWith(" ping 1");
            }
            int left = server.ask(engine -> engine.readyCount("ping"));
            assertThat(left).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void who_disconnects_while_waiting_swallows_nothing(JournalKind kind) {
        SplittableRandom random = new SplittableRandom(3);
        try (TestServer server = WorkqServer.start(kind)) {
            List<TestClient> workers = waiters(server, "lease ping 60000");
            TestClient producer = server.connect();
            List<TestClient> stayed = new ArrayList<>();
            producer.sendRaw(adds(MANY / 2));
            // Half of the clients disconnect while jobs are being assigned.
            for (TestClient worker : workers) {
                if (random.nextBoolean()) {
                    worker.vanish();
                } else {
                    stayed.add(worker);
                }
            }
            for (int i = 0; i < MANY / 2; i++) {
                producer.expect("+OK");
            }
            // Leases expire. The jobs are taken by clients that still wait, or those waits time out; then the new
            // leases expire too.
            server.advance(60_000);
            server.advance(60_000);
            int received = 0;
            for (TestClient worker : stayed) {
                received += worker.readLine().equals("+OK 1") ? 1 : 0;
            }
            List<JobView> ready = server.ask(engine -> engine.ready("ping", 0, MANY));
            int attempts = ready.stream().mapToInt(JobView::attempts).sum();
            assertThat(ready.size()).isEqualTo(MANY / 2);
            assertThat(attempts).isGreaterThanOrEqualTo(received);
        }
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_job_for_one_who_has_gone_goes_to_the_next_without_counting(JournalKind kind) {
        try (TestServer server = WorkqServer.start(kind)) {
            List<TestClient> gone = waiters(server, "lease ping 60000");
            gone.forEach(TestClient::vanish);
            TestClient stays = server.connect();
            stays.send("lease ping 60000");
            server.settle();
            TestClient producer = server.connect();
            producer.sendRaw(adds(1)).expect("+OK");
            stays.expect("+OK 1", id(0) + " ping 1", "x");
            producer.send("inspect job " + id(0));
            assertThat(lines(producer, 14)).contains("attempts 1", "state 4");
        }
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void names_are_chosen_at_random(JournalKind kind) {
        int rounds = 300;
        int[] chosen = new int[3];
        try (TestServer server = WorkqServer.start(kind)) {
            TestClient client = server.connect();
            for (int i = 0; i < 3 * rounds; i++) {
                client.send("add " + id(i) + " q" + i % 3 + " 60000 600000 0", "")
                        .expect("+OK");
            }
            for (int i = 0; i < rounds; i++) {
                client.send("lease q0 q1 q2 0").expect("+OK 1");
                chosen[client.readLine().charAt(38) - '0']++;
                client.expect("");
            }
        }
        assertThat(Arrays.stream(chosen).min().orElseThrow()).isGreaterThan(rounds / 5);
    }

    private static List<TestClient> waiters(TestServer server, String lease) {
        List<TestClient> workers = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            workers.add(server.connect().send(lease));
        }
        server.settle();
        workers.forEach(TestClient::expectNothing);
        return workers;
    }

    private static String adds(int count) {
        StringBuilder adds = new StringBuilder();
        for (int i = 0; i < count; i++) {
            adds.append("add ").append(id(i)).append(" ping 1000 600000 1\r\nx\r\n");
        }
        return adds.toString();
    }

    private static List<String> lines(TestClient client, int count) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            lines.add(client.readLine());
        }
        return lines;
    }

    private static String id(int number) {
        return "00000000-0000-4000-8000-%012x".formatted(number);
    }
}
