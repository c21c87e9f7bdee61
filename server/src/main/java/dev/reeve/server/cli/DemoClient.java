package dev.reeve.server.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;

/** Requests of the demo to its server. Safe from any thread. */
final class DemoClient {
    private final URI server;
    private final HttpClient http = HttpClient.newHttpClient();
    private final ObjectMapper mapper = new ObjectMapper();

    DemoClient(URI server) {
        this.server = server;
    }

    /** A refusal is of no interest here: somebody may have deleted a job in the dashboard. */
    String send(String method, String path, String json) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(server.resolve(path))
                .method(method, BodyPublishers.ofString(json))
                .header("content-type", "application/json")
                .build();
        return http.send(request, BodyHandlers.ofString()).body();
    }

    JsonNode acquire(String worker, String queues, int count) throws IOException, InterruptedException {
        String request = "{\"queues\":[%s],\"count\":%d,\"wait\":\"5s\",\"lease\":\"30s\",\"worker\":\"%s\"}";
        return mapper.readTree(send("POST", "/v1/acquire", request.formatted(queues, count, worker)))
                .path("jobs");
    }

    /** Reports what became of jobs: objects with the field {@code complete} or {@code fail}. */
    void finish(List<String> reports) throws IOException, InterruptedException {
        if (!reports.isEmpty()) {
            send("POST", "/v1/bulk/finish", "{\"jobs\":[" + String.join(",", reports) + "]}");
        }
    }

    /** The report on a leased job. */
    static String report(JsonNode job, String outcome) {
        return "{\"id\":%s,\"lease_token\":%s,%s}".formatted(job.get("id"), job.get("lease_token"), outcome);
    }

    /** What a worker does over and over. */
    interface Work {
        void once(String worker) throws IOException, InterruptedException;
    }

    /** Starts a worker that ends with the process, or when the server has stopped. */
    static void start(String name, Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        while (!Thread.currentThread().isInterrupted()) {
                            work.once(name);
                        }
                    } catch (IOException | InterruptedException e) {
                        // The server has stopped.
                    }
                },
                "demo " + name);
        thread.setDaemon(true);
        thread.start();
    }
}
