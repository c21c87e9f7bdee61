package dev.reeve.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.server.testing.TcpServer;
import dev.reeve.server.testing.TestHttp;
import dev.reeve.testkit.TestClient;
import java.net.http.HttpResponse;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs that come in through one door and go out through another. */
class HttpAndWorkqTest {
    private static final String ID = "6ba7b810-9dad-11d1-80b4-00c04fd430c4";
    private static final Pattern UUID = Pattern.compile("[0-9a-f-]{36}");

    private final TestServer server = TcpServer.start(JournalKind.LATE);
    private final TestHttp http = new TestHttp(server);
    private final TestClient workq = server.connect();

    @BeforeEach
    void makeQueue() {
        expect(http.send("PUT", "/queue/q", "{\"retries\":1,\"retry_delays\":[\"5s\"]}"), 201, "");
    }

    @AfterEach
    void close() {
        http.close();
        server.close();
    }

    @Test
    void an_ocypod_job_is_worked_by_workq() {
        expect(http.send("POST", "/queue/q/job", "{\"input\":{\"a\": 1.0}}"), 201, "1");
        workq.send("lease q 1000");
        workq.expect("+OK 1");
        String head = workq.readLine();
        assertThat(head).endsWith(" q 10");
        workq.expect("{\"a\": 1.0}");
        expect(http.get("/job/1/status"), 200, "\"running\"");
        workq.send("complete " + head.substring(0, 36) + " 7", "[1, 2 ]").expect("+OK");
        expect(
                http.get("/job/1?fields=status,output,ended"),
                200,
                "{\"status\":\"completed\",\"output\":[1, 2 ],\"ended\":true}");
        // Kept as its own terms say, not as Workq's would.
        server.advance(300_000);
        expect(http.get("/job/1"), 404, "{\"error\":\"Job with ID 1 does not exist\"}");
    }

    @Test
    void a_failure_reported_by_workq_follows_the_jobs_own_retries() {
        expect(http.send("POST", "/queue/q/job", "{}"), 201, "1");
        workq.send("lease q 1000").expect("+OK 1");
        String id = workq.readLine().substring(0, 36);
        workq.expect("null");
        workq.send("fail " + id + " 2", "no").expect("+OK");
        expect(
                http.get("/job/1?fields=status,retries_attempted,ended"),
                200,
                "{\"status\":\"failed\",\"retries_attempted\":0,\"ended\":false}");
        expect(http.get("/jobber/job/" + id).body().contains("\"state\":\"queued\""));
        server.advance(5_000);
        expect(http.get("/queue/q/job"), 200, "{\"id\":1,\"input\":null}");
        expect(http.get("/job/1?fields=retries_attempted"), 200, "{\"retries_attempted\":1}");
    }

    @Test
    void a_workq_job_is_worked_by_ocypod() {
        workq.send("add " + ID + " q 60000 120000 11", "hello world").expect("+OK");
        expect(http.get("/queue/q/size"), 200, "1");
        expect(
                http.get("/job/1?fields=input,timeout,heartbeat_timeout,expires_after,retries"),
                200,
                "{\"input\":\"hello world\",\"timeout\":\"1m\",\"heartbeat_timeout\":\"0s\",\"expires_after\":\"0s\",\"retries\":0}");
        HttpResponse<String> taken = http.get("/queue/q/job");
        expect(taken, 200, "{\"id\":1,\"input\":\"hello world\"}");
        expect(http.send("PATCH", "/job/1", "{\"output\":{\"x\":1},\"status\":\"completed\"}"), 204, "");
        workq.send("result " + ID + " 1000").expect("+OK 1", ID + " 1 7", "{\"x\":1}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"3|\\xff\\x00a|/wBh", "2|\\xc3\\x28|wyg="})
    void what_is_no_text_is_shown_in_base64(int size, String bytes, String base64) {
        StringBuilder raw = new StringBuilder();
        Matcher parts = Pattern.compile("\\\\x(..)|(.)").matcher(bytes);
        while (parts.find()) {
            raw.append(parts.group(1) == null ? parts.group(2).charAt(0) : (char) Integer.parseInt(parts.group(1), 16));
        }
        workq.send("add " + ID + " q 60000 120000 " + size, raw.toString()).expect("+OK");
        expect(http.get("/job/1?fields=input"), 200, "{\"input\":\"" + base64 + "\",\"input_encoding\":\"base64\"}");
        expect(http.get("/queue/q/job"), 200, "{\"id\":1,\"input\":\"" + base64 + "\",\"input_encoding\":\"base64\"}");
        workq.send("complete " + ID + " " + size, raw.toString()).expect("+OK");
        HttpResponse<String> output = http.get("/job/1/output");
        expect(output, 200, "\"" + base64 + "\"");
        assertThat(output.headers().firstValue("output-encoding")).hasValue("base64");
        expect(http.get("/job/1?fields=output"), 200, "{\"output\":\"" + base64 + "\",\"output_encoding\":\"base64\"}");
    }

    @Test
    void json_behind_a_byte_order_mark_is_shown_as_text_as_it_could_not_stand_within_an_answer() {
        String marked = "\u00ef\u00bb\u00bf{\"a\":1}";
        String shown = "\"\ufeff{\\\"a\\\":1}\"";
        workq.send("add " + ID + " q 60000 120000 10", marked).expect("+OK");
        expect(http.get("/job/1?fields=input"), 200, "{\"input\":" + shown + "}");
        expect(http.get("/queue/q/job"), 200, "{\"id\":1,\"input\":" + shown + "}");
        workq.send("complete " + ID + " 10", marked).expect("+OK");
        expect(http.get("/job/1/output"), 200, shown);
    }

    @Test
    void the_names_of_fields_in_a_payload_may_be_long() {
        String input = "{\"" + "k".repeat(100_000) + "\":1}";
        expect(http.send("POST", "/queue/q/job", "{\"input\":" + input + "}"), 201, "1");
        expect(http.get("/queue/q/job"), 200, "{\"id\":1,\"input\":" + input + "}");
        expect(http.send("POST", "/jobber/queue", "{\"type\":\"q\",\"payload\":" + input + "}")
                        .statusCode()
                == 201);
    }

    @Test
    void a_jobber_job_is_worked_by_workq_and_gone() {
        HttpResponse<String> queued = http.send("POST", "/jobber/queue", "{\"type\":\"q\",\"payload\":[ 1 ]}");
        Matcher id = UUID.matcher(queued.body());
        assertThat(id.find()).isTrue();
        workq.send("lease q 1000").expect("+OK 1", id.group() + " q 5", "[ 1 ]");
        expect(http.get("/job/1?fields=status,timeout"), 200, "{\"status\":\"running\",\"timeout\":\"30s\"}");
        workq.send("complete " + id.group() + " 0", "").expect("+OK");
        expect(http.get("/jobber/job/" + id.group()), 404, "{\"error\":\"There is no job " + id.group() + "\"}");
    }

    @Test
    void a_workq_job_is_worked_by_jobber_and_keeps_its_result() {
        workq.send("add " + ID + " q 60000 120000 2 -priority=5", "{}").expect("+OK");
        expect(http.send("POST", "/jobber/queue", "{\"type\":\"q\"}").statusCode() == 201);
        HttpResponse<String> taken = http.send("POST", "/jobber/queue/q/take", "{\"visibility_timeout\":\"10s\"}");
        expect(
                taken,
                200,
                "{\"job-id\":\"" + ID
                        + "\",\"type\":\"q\",\"payload\":{},\"lock\":\"1\",\"visible-at\":\"2016-06-01T00:00:10.000000Z\"}");
        expect(http.send("POST", "/jobber/job/" + ID + "/done", "{\"lock\":\"1\"}"), 204, "");
        expect(
                http.send("POST", "/jobber/job/" + ID + "/done", "{\"lock\":\"1\"}"),
                409,
                "{\"error\":\"Job " + ID + " is done\"}");
        expect(http.get("/jobber/job/" + ID).body().contains("\"state\":\"done\""));
        workq.send("result " + ID + " 1000").expect("+OK 1", ID + " 1 0", "");
        expect(http.get("/job/1?fields=status,output"), 200, "{\"status\":\"completed\",\"output\":null}");
    }

    @Test
    void a_queue_that_another_door_has_used_is_there_for_ocypod() {
        expect(http.send("POST", "/queue/other/job", "{}"), 404, "{\"error\":\"Queue 'other' does not exist\"}");
        workq.send("add " + ID + " other 60000 120000 1", "1").expect("+OK");
        expect(http.send("POST", "/queue/other/job", "{}"), 201, "2");
        expect(
                http.get("/queue/other"),
                200,
                "{\"timeout\":\"5m\",\"heartbeat_timeout\":\"0s\",\"expires_after\":\"5m\",\"retries\":0,\"retry_delays\":[]}");
        expect(http.get("/queue/other/job"), 200, "{\"id\":1,\"input\":1}");
    }

    @Test
    void a_job_deleted_over_http_wakes_who_waits_for_it_in_workq() {
        workq.send("add " + ID + " q 60000 120000 1", "1").expect("+OK");
        workq.send("result " + ID + " 10000");
        server.settle();
        expect(http.send("DELETE", "/job/1", ""), 204, "");
        workq.expect("-NOT-FOUND");
    }

    private static void expect(HttpResponse<String> answer, int status, String body) {
        assertThat(answer.statusCode() + " " + answer.body()).isEqualTo(status + " " + body);
    }

    private static void expect(boolean holds) {
        assertThat(holds).isTrue();
    }
}
