package dev.reeve.server.kill;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Adds jobs under a few unique keys again and again, and completes some, which frees their keys. */
final class UniqueLoad implements ApiLoad {
    private static final String QUEUE = "unique";
    private static final int KEYS = 7;

    /** Who is known to hold a key. A key whose holder was being completed or added when the server died is not here. */
    private final Map<String, String> holders = new HashMap<>();

    private int next;
    private int acknowledged;

    @Override
    public void step(ApiCalls api) {
        String key = "u-" + next++ % KEYS;
        String holder = holders.get(key);
        ApiCalls.Reply reply = add(api, key);
        String id = reply.body().path("id").asText();
        if (holder != null) {
            assertThat(reply.status())
                    .as("an add of %s, which %s holds: %s", key, holder, reply)
                    .isEqualTo(200);
            assertThat(id).isEqualTo(holder);
        }
        holders.put(key, id);
        acknowledged++;
        if (next % 3 == 0) {
            for (JsonNode job : api.acquire(QUEUE, 1)) {
                holders.remove(job.path("unique_key").asText());
                api.complete(job);
                acknowledged++;
            }
        }
    }

    private static ApiCalls.Reply add(ApiCalls api, String key) {
        return api.post(
                "/v1/jobs",
                "{\"queue\":\"%s\",\"max_lapses\":0,\"unique\":{\"key\":\"%s\"}}".formatted(QUEUE, key),
                200,
                201);
    }

    @Override
    public void check(ApiCalls api) {
        Map<String, String> found = new HashMap<>();
        Set<String> twice = new HashSet<>();
        for (JsonNode job : api.jobs("state=ready&state=leased&queue=" + QUEUE)) {
            String key = job.path("unique_key").asText();
            if (found.put(key, job.path("id").asText()) != null) {
                twice.add(key);
            }
        }
        assertThat(twice).as("keys that two jobs hold").isEmpty();
        assertThat(found).as("keys and their holders").containsAllEntriesOf(holders);
        found.forEach((key, id) -> {
            ApiCalls.Reply again = add(api, key);
            assertThat(again.body().path("id").asText())
                    .as("an add of %s: %s", key, again)
                    .isEqualTo(id);
        });
        holders.putAll(found);
    }

    @Override
    public int acknowledged() {
        return acknowledged;
    }
}
