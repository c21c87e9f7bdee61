package dev.reeve.server.kill;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Puts schedules, runs each once and deletes some. One more runs every second by itself. */
final class ScheduleLoad implements ApiLoad {
    private static final String TICKS = "ticks";

    private final Set<String> put = new HashSet<>();
    private final Set<String> runs = new HashSet<>();
    private final Set<String> deleted = new HashSet<>();
    private String deleting = "";
    private int next;

    @Override
    public void step(ApiCalls api) {
        if (next == 0) {
            put(api, "every-second", "1s", TICKS);
        }
        String name = "s-" + next++;
        put(api, name, "1h", "scheduled");
        runs.add(api.post("/v1/schedules/" + name + "/run", "{}", 201)
                .body()
                .path("id")
                .asText());
        if (next % 3 == 0) {
            deleting = name;
            api.send("DELETE", "/v1/schedules/" + name, "", 204);
            deleted.add(name);
        }
    }

    private void put(ApiCalls api, String name, String every, String queue) {
        String schedule = "{\"every\":\"%s\",\"job\":{\"queue\":\"%s\"}}".formatted(every, queue);
        api.send("PUT", "/v1/schedules/" + name, schedule, 200, 201);
        put.add(name);
    }

    @Override
    public void check(ApiCalls api) {
        for (String name : put) {
            int status = api.get("/v1/schedules/" + name, 200, 404).status();
            if (deleted.contains(name)) {
                assertThat(status).as("deleted %s", name).isEqualTo(404);
            } else if (!name.equals(deleting)) {
                assertThat(status).as("%s", name).isEqualTo(200);
            } else if (status == 404) {
                deleted.add(name);
            }
        }
        runs.forEach(id -> assertThat(api.state(id)).as(id).isEqualTo("ready"));
        List<JsonNode> ticks = api.jobs("queue=" + TICKS);
        assertThat(ticks.stream()
                        .map(job -> job.path("headers").path("scheduled_for").asText()))
                .as("one run is one job")
                .doesNotHaveDuplicates();
    }

    @Override
    public int acknowledged() {
        return put.size() + runs.size() + deleted.size();
    }
}
