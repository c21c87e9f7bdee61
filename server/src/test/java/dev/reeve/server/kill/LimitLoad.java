package dev.reeve.server.kill;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Adds jobs with limit keys, takes as many as it gets and completes some of them. */
final class LimitLoad implements ApiLoad {
    private static final String QUEUE = "limited";
    private static final int KEYS = 3;
    private static final int MAX_RUNNING = 2;
    /** So few that they are listed in one page, which shows one moment. */
    private static final int MOST_WAITING = 100;

    private static final String UNFINISHED = "state=leased&state=ready&state=throttled&queue=" + QUEUE;

    private final Set<String> added = new HashSet<>();
    private final Set<String> completed = new HashSet<>();
    private boolean limited;
    private int next;

    @Override
    public void step(ApiCalls api) {
        if (!limited) {
            api.send("PUT", "/v1/limits/key:*", "{\"max_running\":" + MAX_RUNNING + "}", 200, 201);
            limited = true;
        }
        for (int i = 0; i < KEYS && added.size() - completed.size() < MOST_WAITING; i++) {
            String job =
                    "{\"queue\":\"%s\",\"limit_key\":\"key:%d\",\"lease\":\"1s\",\"max_lapses\":0,\"max_attempts\":0}"
                            .formatted(QUEUE, next++ % KEYS);
            added.add(api.post("/v1/jobs", job, 201).body().path("id").asText());
        }
        List<JsonNode> leased = api.acquire(QUEUE, KEYS * MAX_RUNNING + 1);
        for (int key = 0; key < KEYS; key++) {
            String name = "key:" + key;
            assertThat(leased.stream()
                            .filter(job -> job.path("limit_key").asText().equals(name)))
                    .as(name)
                    .hasSizeLessThanOrEqualTo(MAX_RUNNING);
        }
        for (JsonNode job : leased.subList(0, leased.size() / 2)) {
            api.complete(job);
            completed.add(job.path("id").asText());
        }
    }

    @Override
    public void check(ApiCalls api) {
        if (!limited) {
            return;
        }
        assertThat(api.get("/v1/limits/key:*", 200).body().path("max_running").asInt())
                .isEqualTo(MAX_RUNNING);
        Set<String> all = new HashSet<>();
        Set<String> done = new HashSet<>();
        int[] running = new int[KEYS];
        int[] ready = new int[KEYS];
        int[] throttled = new int[KEYS];
        for (JsonNode job : api.jobs("state=completed&queue=" + QUEUE)) {
            all.add(job.path("id").asText());
            done.add(job.path("id").asText());
        }
        for (JsonNode job : api.jobs(UNFINISHED)) {
            int key = Integer.parseInt(job.path("limit_key").asText().substring("key:".length()));
            all.add(job.path("id").asText());
            switch (job.path("state").asText()) {
                case "leased" -> running[key]++;
                case "ready" -> ready[key]++;
                case "throttled" -> throttled[key]++;
                default -> throw new AssertionError(job.toString());
            }
        }
        assertThat(all).as("jobs whose add was answered").containsAll(added);
        assertThat(done).as("jobs whose completion was answered").containsAll(completed);
        for (int key = 0; key < KEYS; key++) {
            assertThat(running[key]).as("running jobs of key:%d", key).isLessThanOrEqualTo(MAX_RUNNING);
            assertThat(throttled[key] == 0 || running[key] + ready[key] >= MAX_RUNNING)
                    .as("key:%d: %d running, %d ready, %d throttled", key, running[key], ready[key], throttled[key])
                    .isTrue();
        }
    }

    @Override
    public int acknowledged() {
        return added.size() + completed.size();
    }
}
