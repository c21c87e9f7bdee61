package dev.reeve.campaign.attack;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.testkit.RawHttp;
import dev.reeve.testkit.TestClient;
import java.util.ArrayList;
import java.util.List;

/**
 * Clients that take all connections: idle ones, and ones that stop in the middle of a request.
 *
 * @param connections the limit of the server
 */
record ConnectionAttacks(int connections) {
    private static final List<String> MONITORING = List.of("/livez", "/readyz", "/metrics");
    private static final List<String> HALVES = List.of(
            "",
            "add 6ba7b810-9dad-11d1-80b4-00c04fd430c5 q 1000 60000 99999\r\nx",
            "ADD\0q\0\1\0\0\0",
            "*3\r\n$4\r\nECHO\r\n");

    /** The settings of the server: this limit, and a short time-out of the first command. */
    String[] settings() {
        return new String[] {
            "limits.connections=" + connections,
            "limits.first-command-timeout=2s",
            "limits.connections-per-address=100%"
        };
    }

    void takeAll(AttackedServer server) {
        List<TestClient> crowd = new ArrayList<>();
        try {
            crowd(server, crowd);
            await().atMost(60, SECONDS).until(() -> status(server, "/queue") == 503);
            for (String path : MONITORING) {
                assertThat(status(server, path)).as(path).isEqualTo(200);
            }
            // Those that have sent no command are disconnected by and by.
            await().atMost(60, SECONDS).ignoreExceptions().until(() -> isAdmitted(server));
        } finally {
            crowd.forEach(TestClient::close);
        }
        await().atMost(60, SECONDS).until(() -> status(server, "/queue") == 200);
    }

    /** More connections than are allowed, at the TCP doors in turn, a quarter idle and the others with half a request. */
    private void crowd(AttackedServer server, List<TestClient> crowd) {
        List<Integer> ports = List.of(server.workq(), server.workq(), server.goqueue(), server.qless());
        for (int i = 0; i < connections + 100; i++) {
            TestClient client = new TestClient(ports.get(i % ports.size()));
            crowd.add(client);
            try {
                client.sendRaw(HALVES.get(i % HALVES.size()));
            } catch (RuntimeException disconnected) {
                // Beyond the limit the server closes the connection.
            }
        }
    }

    private static boolean isAdmitted(AttackedServer server) {
        try (TestClient client = new TestClient(server.workq())) {
            return client.ask("delete x").startsWith("-CLIENT-ERROR");
        }
    }

    private static int status(AttackedServer server, String path) {
        try (RawHttp client = new RawHttp(server.http())) {
            return client.request("GET " + path + " HTTP/1.1", "Host: localhost")
                    .read()
                    .status();
        }
    }
}
