package dev.reeve.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.PutSchedule;
import dev.reeve.engine.command.SetLimit;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.limit.Limit;
import dev.reeve.engine.limit.LimitTable;
import dev.reeve.engine.schedule.JobTemplate;
import dev.reeve.engine.schedule.MissedRuns;
import dev.reeve.engine.schedule.Overlap;
import dev.reeve.engine.schedule.ScheduleRuns;
import dev.reeve.engine.schedule.ScheduleSpec;
import dev.reeve.journal.WriteAdmission;
import dev.reeve.journal.local.LateJournal;
import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.server.testing.HttpTranscript;
import dev.reeve.server.testing.OpenApiDocument;
import dev.reeve.server.testing.OpenApiDocument.Operation;
import dev.reeve.server.testing.TcpServer;
import dev.reeve.server.testing.TestHttp;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;

/** Each status that {@code /openapi.json} has for an operation is provoked, and the answer is as it says. */
class EveryAnswerTest {
    /** In a transcript of a server with another setting. */
    private static final String OTHER_SETTINGS = "# initial-status: created";

    private static final int METHOD_NOT_ALLOWED = 405;
    private static final String WEBHOOK =
            "{\"url\":\"http://host\",\"events\":[\"job.failed\"],\"secret\":\"whsec_" + "A".repeat(32) + "\"}";

    /** What the servers of this test do not answer, and the test that provokes it. */
    private static final Map<String, String> ELSEWHERE = Map.ofEntries(
            Map.entry("GET /metrics 200", "server/across/MetricsTest.java"),
            Map.entry("GET /v1/events 429", "door/api/ApiEventsTest.java"),
            Map.entry("POST /v1/login 200", "server/locks/BrowserLoginTest.java"),
            Map.entry("POST /v1/login 401", "server/locks/BrowserLoginTest.java"),
            Map.entry("POST /v1/logout 204", "server/locks/BrowserLoginTest.java"),
            Map.entry("POST /v1/tokens 201", "server/locks/BrowserLoginTest.java"),
            Map.entry("POST /v1/tokens 409", "server/locks/BrowserLoginTest.java"),
            Map.entry("DELETE /v1/tokens/{token} 204", "server/locks/BrowserLoginTest.java"),
            Map.entry("DELETE /v1/tokens/{token} 404", "server/locks/BrowserLoginTest.java"),
            Map.entry("POST /v1/nodes/{node}/transfer 200", "server/cluster/ChangingClusterTest.java"),
            Map.entry("POST /v1/nodes/{node}/transfer 404", "server/cluster/ChangingClusterTest.java"),
            Map.entry("POST /v1/nodes/{node}/join 200", "server/cluster/ChangingClusterTest.java"),
            Map.entry("POST /v1/nodes/{node}/join 422", "server/cluster/ChangingClusterTest.java"),
            Map.entry("POST /v1/nodes/{node}/leave 200", "server/cluster/ChangingClusterTest.java"),
            Map.entry("POST /v1/nodes/{node}/join 404", "server/cluster/ChangingClusterTest.java"),
            Map.entry("POST /v1/nodes/{node}/leave 404", "server/cluster/ChangingClusterTest.java"),
            Map.entry("POST /v1/backup 429", "server/across/BackupTest.java"));

    private final OpenApiDocument document = OpenApiDocument.shipped();

    @Test
    void every_status_of_every_operation_is_provoked() {
        transcripts();
        try (TestServer server = TcpServer.start(JournalKind.LOCAL);
                TestHttp http = new TestHttp(server).observedBy(document::check)) {
            badEscapes(http);
            foreignPages(http);
            badBodies(http);
            others(server, http);
            http.stopping();
            each("503", operation -> http.send(operation.method(), path(operation, "q"), ""));
        }
        withoutDisk();
        Set<String> missing = document.answers();
        missing.removeAll(document.checkedAnswers());
        missing.removeAll(ELSEWHERE.keySet());
        assertThat(missing).as("answers that no test provokes").isEmpty();
    }

    @Test
    void answers_of_other_servers_are_provoked_by_the_tests_named_here() throws IOException {
        assertThat(document.answers()).containsAll(ELSEWHERE.keySet());
        for (Map.Entry<String, String> answer : ELSEWHERE.entrySet()) {
            String source = Files.readString(
                    Path.of("src", "test", "java", "dev", "reeve").resolve(answer.getValue()));
            assertThat(source).as(answer.toString()).contains(answer.getKey());
        }
    }

    private interface Call {
        void of(Operation operation);
    }

    private void each(String status, Call call) {
        for (Operation operation : document.operations()) {
            if (operation.node().path("responses").has(status)) {
                call.of(operation);
            }
        }
    }

    private void transcripts() {
        try {
            for (String folder : List.of("api", "ocypod", "jobber")) {
                for (DynamicTest transcript : HttpTranscript.tests(folder, this::play)) {
                    transcript.getExecutable().execute();
                }
            }
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private void play(HttpTranscript transcript, JournalKind kind) {
        if (kind == JournalKind.LOCAL && !transcript.says(OTHER_SETTINGS)) {
            transcript.play(kind, this::checkUnlessMethod);
        }
    }

    /** A method that a path does not have belongs to no operation. */
    private void checkUnlessMethod(HttpResponse<String> answer) {
        if (answer.statusCode() != METHOD_NOT_ALLOWED) {
            document.check(answer);
        }
    }

    private static String path(Operation operation, String segment) {
        return operation.path().replaceAll("\\{[^}]*}", segment);
    }

    private static String example(Operation operation) {
        var example = operation.node().at("/requestBody/content/application~1json/example");
        return example.isMissingNode() ? "" : example.toString();
    }

    /** A byte that is not UTF-8, in the path or in the query. */
    private void badEscapes(TestHttp http) {
        each("400", operation -> {
            String path = path(operation, "%ff");
            http.send(operation.method(), path.contains("%") ? path : path + "?cursor=%ff", example(operation));
        });
    }

    private void foreignPages(TestHttp http) {
        each(
                "403",
                operation -> http.send(http.request(operation.method(), path(operation, "q"), BodyPublishers.noBody())
                        .header("Sec-Fetch-Site", "cross-site")));
    }

    private void badBodies(TestHttp http) {
        http.send("PUT", "/queue/q", "{}");
        each(
                "415",
                operation ->
                        http.send(http.request(operation.method(), path(operation, "q"), BodyPublishers.ofString("{}"))
                                .header("content-type", "text/plain")));
        each("400", operation -> http.send(operation.method(), path(operation, "q"), "{\"lock\":"));
        each("422", operation -> http.send(operation.method(), path(operation, "q"), "{\"no_such_field\":1}"));
        each("422", operation -> http.send(operation.method(), path(operation, "q") + "?no_such_parameter=1", ""));
        each("404", operation -> http.send(operation.method(), path(operation, "999"), example(operation)));
        each("413", operation -> {
            int most = operation.path().matches("/v1/(bulk|batches).*") ? 1 << 24 : 1 << 20;
            http.send(operation.method(), path(operation, "q"), "\"" + "x".repeat(most) + "\"");
        });
    }

    private void others(TestServer server, TestHttp http) {
        for (String probe : List.of("/health", "/livez", "/readyz", "/openapi.json")) {
            http.get(probe);
        }
        http.send("POST", "/v1/backup", "");
        for (String change : List.of("cancel", "delete", "move")) {
            String to = change.equals("move") ? ",\"to\":\"q\"" : "";
            http.send("POST", "/v1/bulk/" + change, "{\"filter\":{\"state\":\"ready\"},\"expected\":77" + to + "}");
        }
        for (int i = 0; i <= 16; i++) {
            http.send("PUT", "/v1/webhooks/w" + i, WEBHOOK);
        }
        for (int i = 0; i < LimitTable.MAX_PATTERNS; i++) {
            server.submit(new SetLimit("l" + i, new Limit(1, null, false)));
        }
        http.send("PUT", "/v1/limits/more", "{\"max_running\":1}");
        for (int i = 0; i < ScheduleRuns.MOST_SCHEDULES; i++) {
            Add job = new Add(JobId.of("s" + i), "q", new byte[0], 0, Add.NOW, Terms.STANDARD);
            ScheduleSpec spec = new ScheduleSpec(null, "UTC", 1, JobTemplate.of(job), MissedRuns.ONE, Overlap.ALLOW);
            server.submit(new PutSchedule("s" + i, spec, Long.MAX_VALUE / 4));
        }
        http.send("PUT", "/v1/schedules/more", "{\"every\":\"1h\",\"job\":{\"queue\":\"q\"}}");
    }

    /** Everything is refused that would have to be written. */
    private void withoutDisk() {
        try (TestServer server = TcpServer.start(JournalKind.LATE);
                TestHttp http = new TestHttp(server).observedBy(document::check)) {
            http.send("PUT", "/queue/q", "{}");
            http.send("POST", "/v1/jobs", "{\"queue\":\"q\",\"id\":\"q\"}");
            http.send("POST", "/v1/jobs", "{\"queue\":\"mail\"}");
            http.send("POST", "/v1/jobs", "{\"queue\":\"q\",\"id\":\"leased\",\"max_attempts\":1}");
            http.send("POST", "/v1/jobs/q/cancel", "{}");
            http.get("/queue/q/job");
            ((LateJournal) server.journal()).setRoom(WriteAdmission.NONE);
            each("507", operation -> http.send(operation.method(), path(operation, "q"), example(operation)));
            http.send("POST", "/v1/acquire", "{\"queues\":[\"mail\"]}");
            for (String change : List.of("cancel", "delete", "move", "retry")) {
                String to = change.equals("move") ? ",\"to\":\"q\"" : "";
                String state = change.equals("retry") ? "cancelled" : "ready";
                http.send("POST", "/v1/bulk/" + change, "{\"filter\":{\"state\":\"" + state + "\"}" + to + "}");
            }
            http.send("PUT", "/job/3/output", "1");
        }
    }
}
