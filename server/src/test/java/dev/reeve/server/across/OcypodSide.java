package dev.reeve.server.across;

import java.io.IOException;

/** An Ocypod client. */
final class OcypodSide implements DoorSide {
    private final HttpSide http;

    OcypodSide(int port) {
        http = new HttpSide(port);
    }

    void declare(String queue) throws IOException, InterruptedException {
        http.call(201, "PUT", "/queue/" + queue, "{}");
    }

    @Override
    public void add(String queue, String payload) throws IOException, InterruptedException {
        http.call(201, "POST", "/queue/" + queue + "/job", "{\"input\":" + payload + "}");
    }

    @Override
    public Taken take(String queue) throws IOException, InterruptedException {
        String job = http.call(200, "GET", "/queue/" + queue + "/job", "");
        return new Taken(HttpSide.json(job).get("id").asText(), HttpSide.raw(job, "input", ""), "");
    }

    @Override
    public void finish(Taken taken) throws IOException, InterruptedException {
        http.call(204, "PATCH", "/job/" + taken.id(), "{\"status\":\"completed\"}");
    }

    /** The number of jobs in the queue with this status, as reported by Ocypod. */
    int count(String queue, String status) throws IOException, InterruptedException {
        return HttpSide.json(http.call(200, "GET", "/info", ""))
                .get("queues")
                .get(queue)
                .get(status)
                .asInt();
    }

    /** Requests something that does not exist. */
    void refused() throws IOException, InterruptedException {
        http.call(404, "GET", "/no/such/path", "");
    }

    @Override
    public void close() {}
}
