package dev.reeve.door.workq;

import dev.reeve.engine.command.Add;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.Terms;
import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.testkit.TestClient;
import org.junit.jupiter.api.Test;

/** The length limit of names is a separate setting. */
class NameLengthTest {
    @Test
    void commands_are_known_by_names_that_are_longer_than_those_of_queues() {
        try (TestServer server = server(3)) {
            TestClient client = server.connect();
            client.send("lease abc 0").expect("-TIMEOUT");
            client.send("lease abcd 0").expect("-CLIENT-ERROR Invalid Name");
            client.send("inspect queues 0 1").expect("+OK 0");
            client.send("schedule 1").expect("-CLIENT-ERROR Invalid command args");
        }
    }

    @Test
    void a_job_of_another_door_is_named_by_an_id_of_any_length_that_is_allowed() {
        try (TestServer server = server(1000)) {
            String id = "x".repeat(1000);
            Terms terms = new Terms(1_000_000, 0, Terms.FOREVER, Terms.FOREVER, Terms.BACKGROUND, RetryPolicy.ENDLESS);
            server.submit(new Add(JobId.of(id), "q", new byte[0], 0, Add.NOW, terms));
            TestClient client = server.connect();
            client.send("lease q 0").expect("+OK 1", id + " q 0", "");
            client.send("complete " + id + " 0", "").expect("+OK");
            client.send("delete x" + id).expect("-CLIENT-ERROR Invalid ID");
        }
    }

    private static TestServer server(int longestNameBytes) {
        WorkqSettings settings = new WorkqSettings(1024, longestNameBytes);
        return WorkqServer.start(TestServer.Options.of(JournalKind.LOCAL), settings);
    }
}
