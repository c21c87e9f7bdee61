package dev.reeve.server.across;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.server.testing.LocalServer;
import dev.reeve.testkit.DoorClient;
import dev.reeve.testkit.HttpDoorRequest;
import dev.reeve.testkit.RawHttp;
import dev.reeve.testkit.ServerProcess;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Limits hold whichever door leases, and they and unique keys survive a kill. */
@Timeout(180)
class LimitsAcrossDoorsTest {
    @TempDir
    private Path data;

    @Test
    void no_door_leases_more_than_a_key_allows() throws Exception {
        try (LocalServer server = AllDoors.start(data);
                AllDoors doors = AllDoors.of(server);
                RawHttp http = new RawHttp(server.awaitReady("http"))) {
            call(http, "PUT", "/v1/limits/*", "{\"max_running\":1}", 201);
            for (DoorClient door : doors.all()) {
                String queue = "q" + door.getClass().getSimpleName();
                for (int i = 0; i < 3; i++) {
                    add(http, "\"queue\":\"" + queue + "\",\"payload\":{},\"limit_key\":\"" + queue + "\"");
                }
                DoorClient.Taken first = AllDoors.take(door, queue);
                for (DoorClient other : doors.all()) {
                    assertThat(other.acquire(queue)).as(queue + " by " + other).isNull();
                }
                assertThat(call(http, "GET", "/v1/queues/" + queue, "", 200))
                        .contains("\"ready\":0", "\"throttled\":2", "\"leased\":1");
                assertThat(door.complete(first)).as(queue).isTrue();
                AllDoors.take(doors.api(), queue);
                assertThat(doors.api().acquire(queue)).as(queue).isNull();
            }
        }
    }

    @Test
    void limits_and_unique_keys_survive_a_kill() throws Exception {
        List<String> questions = List.of(
                "/v1/limits",
                "/v1/limits/tenant:*/keys",
                "/v1/jobs/leased",
                "/v1/jobs/throttled",
                "/v1/jobs/successor",
                "/v1/queues/limited");
        List<String> before;
        try (ServerProcess server = AllDoors.startProcess(data);
                RawHttp http = new RawHttp(server.awaitReady("http"))) {
            call(http, "PUT", "/v1/limits/tenant:*", "{\"ordered\":true,\"rate\":{\"count\":1,\"per\":\"30d\"}}", 201);
            call(http, "PUT", "/v1/queues/limited", "{\"max_running\":1}", 201);
            add(http, "\"queue\":\"q\",\"id\":\"leased\",\"limit_key\":\"tenant:1\",\"unique\":{\"key\":\"u\"}");
            add(http, "\"queue\":\"q\",\"id\":\"throttled\",\"limit_key\":\"tenant:1\"");
            call(http, "POST", "/v1/acquire", "{\"queues\":[\"q\"],\"lease\":\"1h\",\"worker\":\"w\"}", 200);
            add(http, "\"queue\":\"q\",\"id\":\"successor\",\"unique\":{\"key\":\"u\",\"else\":\"replace\"}");
            before = answers(http, questions);
            assertThat(before.get(3)).contains("\"state\":\"throttled\"");
            assertThat(before.get(4)).contains("\"state\":\"depends\"");
            server.kill();
        }
        try (LocalServer server = AllDoors.start(data);
                RawHttp http = new RawHttp(server.awaitReady("http"))) {
            assertThat(answers(http, questions)).isEqualTo(before);
            assertThat(call(http, "POST", "/v1/acquire", "{\"queues\":[\"q\"]}", 200))
                    .contains("\"jobs\":[]");
            String again = "{\"queue\":\"q\",\"unique\":{\"key\":\"u\",\"else\":\"refuse\"}}";
            assertThat(call(http, "POST", "/v1/jobs", again, 409)).contains("\"job\":\"leased\"");
        }
    }

    private static List<String> answers(RawHttp http, List<String> paths) {
        return paths.stream()
                .map(path -> call(http, "GET", path, "", 200).replaceAll("\"oldest_seconds\":[0-9.E-]+", ""))
                .toList();
    }

    private static void add(RawHttp http, String fields) {
        call(http, "POST", "/v1/jobs", "{" + fields + "}", 201);
    }

    private static String call(RawHttp http, String method, String path, String body, int status) {
        return http.call(HttpDoorRequest.of(method, path, body), status).body();
    }
}
