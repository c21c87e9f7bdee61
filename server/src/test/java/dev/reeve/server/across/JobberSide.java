package dev.reeve.server.across;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;

/** A Jobber client. */
final class JobberSide implements DoorSide {
    private final HttpSide http;

    JobberSide(int port) {
        http = new HttpSide(port);
    }

    @Override
    public void add(String queue, String payload) throws IOException, InterruptedException {
        http.call(201, "POST", "/jobber/queue", "{\"type\":\"" + queue + "\",\"payload\":" + payload + "}");
    }

    @Override
    public Taken take(String queue) throws IOException, InterruptedException {
        String job = http.call(200, "POST", "/jobber/queue/" + queue + "/take?wait=10s", "{}");
        JsonNode json = HttpSide.json(job);
        return new Taken(
                json.get("job-id").textValue(),
                HttpSide.raw(job, "payload", "lock"),
                json.get("lock").asText());
    }

    @Override
    public void finish(Taken taken) throws IOException, InterruptedException {
        http.call(204, "POST", "/jobber/job/" + taken.id() + "/done", "{\"lock\":\"" + taken.proof() + "\"}");
    }

    @Override
    public void close() {}
}
