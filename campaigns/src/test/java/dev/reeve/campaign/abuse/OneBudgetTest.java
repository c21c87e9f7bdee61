package dev.reeve.campaign.abuse;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.testkit.OcypodRequests;
import dev.reeve.testkit.RawHttp;
import dev.reeve.testkit.ServerProcess;
import dev.reeve.testkit.TestClient;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A limit of all clients together applies to the sum over all doors. */
class OneBudgetTest {
    private static final String JSON = "\"" + "x".repeat(500_000) + "\"";

    @TempDir
    private Path data;

    @Test
    void what_one_door_has_received_another_cannot_receive() throws Exception {
        try (ServerProcess server = ServerProcess.start(data, "http.port=0", "limits.all-input=1MiB");
                TestClient workq = new TestClient(server.awaitReady("workq"))) {
            int http = server.awaitReady("http");
            assertThat(post(http)).startsWith("404 ");
            workq.sendRaw("add 6ba7b810-9dad-11d1-80b4-00c04fd430c4 ping 1000 60000 1000000\r\n" + "x".repeat(900_000));
            await().atMost(20, SECONDS).until(() -> post(http).contains("Too much is being sent at once"));
            workq.sendRaw("x".repeat(100_000) + "\r\n");
            assertThat(workq.readLine()).isEqualTo("+OK");
            assertThat(post(http)).startsWith("404 ");
        }
    }

    private static String post(int port) {
        try (RawHttp client = new RawHttp(port)) {
            RawHttp.Answer answer = client.call(OcypodRequests.add("none", "{\"input\":" + JSON + "}"));
            return answer.status() + " " + answer.body();
        }
    }
}
