package dev.reeve.door.ocypod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.server.testing.TcpServer;
import dev.reeve.server.testing.TestHttp;
import dev.reeve.testkit.TestClient;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Jobs that Ocypod shares with Workq, as Ocypod shows them. */
class OcypodOtherDoorsTest {
    private static final String ID = "6ba7b810-9dad-11d1-80b4-00c04fd430c4";

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void the_text_of_a_workq_fail_is_the_output_while_the_job_waits_for_its_retry(JournalKind kind) {
        try (TestServer server = TcpServer.start(kind);
                TestHttp http = new TestHttp(server)) {
            http.send("PUT", "/queue/q", "{\"retries\":1,\"retry_delays\":[\"10s\"]}");
            http.send("POST", "/queue/q/job", "{\"input\":1}");
            TestClient worker = server.connect();
            String id = worker.send("lease q 0").expect("+OK 1").readLine().split(" ", -1)[0];
            worker.expect("1");
            worker.send("fail " + id + " 8", "no route").expect("+OK");
            assertThat(http.get("/job/1?fields=status,output,retries_attempted,ended")
                            .body())
                    .isEqualTo(
                            "{\"status\":\"failed\",\"output\":\"no route\",\"retries_attempted\":0,\"ended\":false}");
            server.advance(10_000);
            assertThat(http.get("/job/1?fields=status,output,retries_attempted,ended")
                            .body())
                    .isEqualTo("{\"status\":\"queued\",\"output\":null,\"retries_attempted\":1,\"ended\":false}");
        }
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_workq_job_without_attempts_left_that_is_reported_as_timed_out_has_timed_out(JournalKind kind) {
        try (TestServer server = TcpServer.start(kind);
                TestHttp http = new TestHttp(server)) {
            server.connect()
                    .send("add " + ID + " q 60000 3600000 1 -max-attempts=1", "1")
                    .expect("+OK");
            assertThat(http.get("/queue/q/job").statusCode()).isEqualTo(200);
            assertThat(http.send("PATCH", "/job/1", "{\"status\":\"timed_out\",\"output\":\"half\"}")
                            .statusCode())
                    .isEqualTo(204);
            assertThat(http.get("/job/1?fields=status,output,ended").body())
                    .isEqualTo("{\"status\":\"timed_out\",\"output\":\"half\",\"ended\":true}");
            assertThat(http.get("/queue/q/job_ids").body())
                    .isEqualTo("{\"queued\":[],\"running\":[],\"failed\":[],\"completed\":[],\"cancelled\":[],"
                            + "\"timed_out\":[1]}");
        }
    }
}
