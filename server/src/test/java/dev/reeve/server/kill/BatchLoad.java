package dev.reeve.server.kill;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes batches of three jobs, one of which depends on another, and completes their jobs. */
final class BatchLoad implements ApiLoad {
    private static final int JOBS = 3;
    private static final String QUEUE = "steps";
    private static final String CALLBACKS = "callbacks";

    private final Set<String> asked = new LinkedHashSet<>();
    private final Set<String> answered = new HashSet<>();
    private final Set<String> completed = new HashSet<>();

    @Override
    public void step(ApiCalls api) {
        String id = "b-" + asked.size();
        asked.add(id);
        api.post("/v1/batches", """
                {"id":"%1$s","jobs":[{"queue":"%2$s","id":"%1$s.0"},{"queue":"%2$s","id":"%1$s.1"},\
                {"queue":"%2$s","id":"%1$s.2","depends_on":["%1$s.0"]}],"on_success":{"queue":"%3$s"}}""".formatted(id, QUEUE, CALLBACKS), 201);
        answered.add(id);
        work(api);
        work(api);
    }

    private void work(ApiCalls api) {
        List<JsonNode> jobs = api.acquire(QUEUE, JOBS);
        if (jobs.isEmpty()) {
            return;
        }
        StringBuilder items = new StringBuilder();
        for (JsonNode job : jobs) {
            items.append(items.isEmpty() ? "" : ",")
                    .append("{\"id\":")
                    .append(job.path("id"))
                    .append(",\"lease_token\":")
                    .append(job.path("lease_token"))
                    .append(",\"complete\":{\"result\":1}}");
        }
        JsonNode results = api.post("/v1/bulk/finish", "{\"jobs\":[" + items + "]}", 200)
                .body()
                .path("results");
        for (JsonNode result : results) {
            assertThat(result.path("state").asText()).as("%s", result).isEqualTo("completed");
            completed.add(result.path("id").asText());
        }
    }

    @Override
    public void check(ApiCalls api) {
        Map<String, Integer> callbacks = new HashMap<>();
        for (JsonNode job : api.jobs("include=payload&queue=" + CALLBACKS)) {
            callbacks.merge(job.path("payload").path("batch").asText(), 1, Integer::sum);
        }
        Map<String, Integer> done = new HashMap<>();
        Set<String> doneJobs = new HashSet<>();
        for (JsonNode job : api.jobs("state=completed&queue=" + QUEUE)) {
            doneJobs.add(job.path("id").asText());
            done.merge(job.path("batch").asText(), 1, Integer::sum);
        }
        assertThat(doneJobs).as("jobs whose completion was answered").containsAll(completed);
        for (String id : asked) {
            ApiCalls.Reply batch = api.get("/v1/batches/" + id, 200, 404);
            if (batch.status() == 404) {
                assertThat(answered).as("answered batches").doesNotContain(id);
                continue;
            }
            assertThat(batch.body().path("total").asInt()).as("jobs of %s", id).isEqualTo(JOBS);
            int count = done.getOrDefault(id, 0);
            assertThat(batch.body().path("completed").asInt()).as("%s", batch).isEqualTo(count);
            assertThat(callbacks.getOrDefault(id, 0))
                    .as("callbacks of %s", batch)
                    .isEqualTo(count == JOBS ? 1 : 0);
        }
        assertThat(asked).containsAll(callbacks.keySet());
    }

    @Override
    public int acknowledged() {
        return answered.size() + completed.size();
    }
}
