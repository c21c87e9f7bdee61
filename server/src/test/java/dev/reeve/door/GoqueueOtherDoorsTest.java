package dev.reeve.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.command.Add;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.Terms;
import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.net.testing.Transcript;
import dev.reeve.server.testing.TcpServer;
import dev.reeve.testkit.GoqueueClient;
import dev.reeve.testkit.GoqueueClient.Reserved;
import dev.reeve.testkit.GoqueueRequests;
import dev.reeve.testkit.TestClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Jobs of other doors at this door, and jobs of this door at others. */
@Timeout(60)
class GoqueueOtherDoorsTest {
    private static final String DATA = "a\0\r\n\u00ff";

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "5, 0",
        "9223372036854775807, 0",
        "-1, 1",
        "-4294967295, 4294967295",
        "-4294967296, 4294967295",
        "-9223372036854775808, 4294967295"
    })
    void a_priority_that_the_protocol_does_not_have_is_shown_as_the_nearest(long stored, long shown) {
        assertThat(reserved(stored, 1_000_000, 0).priority()).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 0, 1",
        "999000, 0, 1",
        "1000000, 0, 1",
        "1000001, 0, 2",
        "1500000, 0, 2",
        "4294967295000000, 0, 4294967295",
        "4294967295000001, 0, 4294967295",
        "9223372036854775807, 0, 4294967295",
        // The job takes the lease length from the server; the length of this lease is shown.
        "0, 0, 60",
        "30000000, 2500000, 3"
    })
    void the_ttp_is_the_length_of_the_lease(long leaseMicros, long heartbeatMicros, long shown) {
        assertThat(reserved(0, leaseMicros, heartbeatMicros).ttp()).isEqualTo(shown);
    }

    @ParameterizedTest
    @EnumSource
    void a_conversation_of_both_doors_is_as_recorded(JournalKind kind) throws IOException {
        for (Transcript transcript : Transcript.in("goqueue")) {
            try (TestServer server = TcpServer.start(kind)) {
                transcript.play(server);
            }
        }
    }

    private static Reserved reserved(long priority, long leaseMicros, long heartbeatMicros) {
        Terms terms =
                new Terms(leaseMicros, heartbeatMicros, Terms.FOREVER, 0, Terms.BACKGROUND, RetryPolicy.UNTIL_FAILED);
        try (TestServer server = TcpServer.start(JournalKind.LOCAL)) {
            server.submit(new Add(JobId.of("foo/1"), "q", new byte[] {1, 0, 2}, priority, Add.NOW, terms));
            GoqueueClient client = new GoqueueClient(server.connectTo("goqueue"));
            Reserved job = client.reserve("q", 1);
            assertThat(job.status()).isEqualTo("reserved");
            assertThat(job.data()).containsExactly(1, 0, 2);
            client.delete(job.id());
            return job;
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_workq_worker_works_its_jobs(JournalKind kind) {
        try (TestServer server = TcpServer.start(kind)) {
            GoqueueClient client = new GoqueueClient(server.connectTo("goqueue"));
            TestClient worker = server.connectTo("workq");
            client.add("q", 4, 60, DATA.getBytes(StandardCharsets.ISO_8859_1));
            String id = lease(worker);
            assertThat(UUID.fromString(id))
                    .extracting(UUID::version, UUID::variant)
                    .containsExactly(4, 2);
            // A job reported as failed is retried without limit, as its terms say.
            worker.send("fail " + id + " 2", "no").expect("+OK");
            assertThat(lease(worker)).isEqualTo(id);
            server.advance(60_000);
            assertThat(lease(worker)).isEqualTo(id);
            worker.send("complete " + id + " 4", "done").expect("+OK");
            worker.send("result " + id + " 0").expect("-NOT-FOUND");
            client.raw().sendRaw(GoqueueRequests.delete(1));
            client.expect("ERROR", "Job 1 does not exist");
        }
    }

    private static String lease(TestClient worker) {
        worker.send("lease q 1000").expect("+OK 1");
        String line = worker.readLine();
        assertThat(line).endsWith(" q 5");
        worker.expectRaw(DATA + "\r\n");
        return line.substring(0, line.indexOf(' '));
    }
}
