package dev.reeve.server.kill;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reeve.testkit.HttpDoorRequest;
import dev.reeve.testkit.RawHttp;
import java.util.ArrayList;
import java.util.List;

/** A connection to the HTTP interface that expects certain statuses, and answers as JSON. */
final class ApiCalls implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final RawHttp http;

    ApiCalls(int port) {
        http = new RawHttp(port);
    }

    /** An answer; the body is an empty object if there is none. */
    record Reply(int status, JsonNode body) {}

    Reply send(String method, String path, String body, int... statuses) {
        RawHttp.Answer answer = http.call(HttpDoorRequest.of(method, path, body), statuses);
        try {
            return new Reply(answer.status(), JSON.readTree(answer.body().isEmpty() ? "{}" : answer.body()));
        } catch (JsonProcessingException e) {
            throw new AssertionError(answer.body(), e);
        }
    }

    Reply post(String path, String body, int... statuses) {
        return send("POST", path, body, statuses);
    }

    Reply get(String path, int... statuses) {
        return send("GET", path, "", statuses);
    }

    /** The state of a job; empty if there is none. */
    String state(String id) {
        return get("/v1/jobs/" + id, 200, 404).body().path("state").asText();
    }

    /** All jobs of a list. */
    List<JsonNode> jobs(String filter) {
        List<JsonNode> all = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = get("/v1/jobs?limit=500&" + filter + cursor, 200).body();
            page.path("jobs").forEach(all::add);
            cursor = page.path("cursor").isNull()
                    ? ""
                    : "&cursor=" + page.path("cursor").asText();
        } while (!cursor.isEmpty());
        return all;
    }

    List<JsonNode> acquire(String queue, int count) {
        List<JsonNode> jobs = new ArrayList<>();
        post("/v1/acquire", "{\"queues\":[\"%s\"],\"count\":%d}".formatted(queue, count), 200)
                .body()
                .path("jobs")
                .forEach(jobs::add);
        return jobs;
    }

    void complete(JsonNode leased) {
        post(
                "/v1/jobs/" + leased.path("id").asText() + "/complete",
                "{\"lease_token\":\"" + leased.path("lease_token").asText() + "\"}",
                204);
    }

    @Override
    public void close() {
        http.close();
    }
}
