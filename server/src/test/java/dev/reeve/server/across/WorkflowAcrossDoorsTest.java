package dev.reeve.server.across;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.server.testing.LocalServer;
import dev.reeve.testkit.ApiRequests;
import dev.reeve.testkit.DoorClient;
import dev.reeve.testkit.HttpDoorRequest;
import dev.reeve.testkit.RawHttp;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A job of {@code /v1} may depend on a job of any door, whichever door finishes it. */
@Timeout(120)
class WorkflowAcrossDoorsTest {
    @TempDir
    private Path data;

    @Test
    void a_job_that_any_door_completes_frees_its_dependent() throws Exception {
        try (LocalServer server = AllDoors.start(data);
                AllDoors doors = AllDoors.of(server);
                RawHttp http = new RawHttp(server.awaitReady("http"))) {
            int pair = 0;
            for (DoorClient from : doors.all()) {
                for (DoorClient to : doors.all()) {
                    String queue = "parent" + pair;
                    doors.ocypod().declare(queue, "{}");
                    from.add(queue, "{}");
                    String child = dependent(http, queue, "child" + pair++);
                    assertThat(show(http, child)).contains("\"state\":\"depends\"", "\"blocked_by\":\"waits for job ");
                    assertThat(to.complete(AllDoors.take(to, queue))).isTrue();
                    assertThat(show(http, child))
                            .as(from.getClass().getSimpleName() + " to "
                                    + to.getClass().getSimpleName())
                            .contains("\"state\":\"ready\"", "\"state\":\"completed\"");
                }
            }
        }
    }

    @Test
    void a_job_that_any_door_fails_cancels_its_dependent_and_a_retry_brings_it_back() throws Exception {
        try (LocalServer server = AllDoors.start(data);
                AllDoors doors = AllDoors.of(server);
                RawHttp http = new RawHttp(server.awaitReady("http"))) {
            for (DoorClient to : List.of(doors.workq(), doors.qless(), doors.ocypod(), doors.api())) {
                String queue = to.getClass().getSimpleName();
                http.call(ApiRequests.add("{\"queue\":\"" + queue + "\",\"payload\":{},\"max_attempts\":1}"), 201);
                String child = dependent(http, queue, queue + "-child");
                assertThat(to.fail(AllDoors.take(to, queue))).as(queue).isTrue();
                assertThat(show(http, child)).as(queue).contains("\"state\":\"cancelled\"", "\"state\":\"failed\"");
                http.call(HttpDoorRequest.of("POST", "/v1/jobs/" + first(http, queue) + "/retry", "{}"), 200);
                assertThat(show(http, child)).as(queue).contains("\"state\":\"depends\"", "\"state\":\"ready\"");
            }
        }
    }

    private static String first(RawHttp http, String queue) {
        return id(http.call(HttpDoorRequest.of("GET", "/v1/jobs?queue=" + queue), 200));
    }

    private static String id(RawHttp.Answer answer) {
        return answer.body().replaceFirst(".*?\"id\":\"([^\"]+)\".*", "$1");
    }

    /** Adds a job that depends on the one in the queue. Returns its id. */
    private static String dependent(RawHttp http, String queue, String own) {
        String job = "{\"queue\":\"" + own + "\",\"depends_on\":[\"" + first(http, queue) + "\"]}";
        return id(http.call(ApiRequests.add(job), 201));
    }

    private static String show(RawHttp http, String id) {
        return http.call(HttpDoorRequest.of("GET", "/v1/jobs/" + id + "?include=dependencies"), 200)
                .body();
    }
}
