package dev.reeve.server.kill;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;

/** Adds a thousand jobs with each request, to one queue after another. Old queues are deleted: the room for jobs is limited. */
final class BulkLoad implements ApiLoad {
    private static final int JOBS = 1000;
    private static final int MOST_KEPT = 20;

    private int asked;
    private int answered;
    private int deleted;

    @Override
    public void step(ApiCalls api) {
        String job = "{\"queue\":\"bulk-" + asked + "\",\"payload\":\"" + "x".repeat(100) + "\"}";
        asked++;
        api.post("/v1/bulk/add", "{\"jobs\":[" + String.join(",", Collections.nCopies(JOBS, job)) + "]}", 200);
        answered = asked;
    }

    @Override
    public void check(ApiCalls api) {
        for (int i = deleted; i < asked; i++) {
            ApiCalls.Reply queue = api.get("/v1/queues/bulk-" + i, 200, 404);
            boolean isAll = queue.body().path("ready").asInt() == JOBS;
            assertThat(isAll || (i >= answered && queue.status() == 404))
                    .as("request %d of %d answered: %s", i, answered, queue)
                    .isTrue();
        }
        // What is there counts as answered: it must not get lost later.
        answered = asked
                - (asked > answered
                                && api.get("/v1/queues/bulk-" + (asked - 1), 200, 404)
                                                .status()
                                        == 404
                        ? 1
                        : 0);
        asked = answered;
        while (answered - deleted > MOST_KEPT) {
            api.send("DELETE", "/v1/queues/bulk-" + deleted, "", 204);
            deleted++;
        }
    }

    @Override
    public int acknowledged() {
        return answered;
    }
}
