package dev.reeve.server.locks;

import dev.reeve.testkit.DoorPorts;
import dev.reeve.testkit.Scrape;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;

/**
 * A server with jobs that web pages try to get: one in the Ocypod queue q, one of the Jobber type j, and two in the queue control.
 *
 * @param authorization the header of an admin; empty if the server has no auth file
 * @param secretJob the id of the job in q
 */
record PageTarget(DoorPorts ports, HttpClient client, String authorization, String secretJob) {
    /** What a page would see if it could read a job. */
    static final String SECRET = "payload that no page may see";

    static PageTarget of(DoorPorts ports, String authorization) throws IOException, InterruptedException {
        PageTarget server = new PageTarget(ports, HttpClient.newHttpClient(), authorization, "");
        for (String queue : List.of("q", "control")) {
            server.send("PUT", "/queue/" + queue, "{}");
        }
        for (int i = 0; i < 2; i++) {
            server.send("POST", "/queue/control/job", "{}");
        }
        String job = server.send("POST", "/queue/q/job", "{\"input\":\"" + SECRET + "\"}");
        server.send("POST", "/jobber/queue", "{\"type\":\"j\",\"payload\":\"" + SECRET + "\"}");
        return new PageTarget(ports, server.client, authorization, job);
    }

    int port(String door) throws InterruptedException {
        return ports.awaitReady(door);
    }

    /** A request from outside of the browser, which must succeed; returns the body of the answer. */
    String send(String method, String path, String json) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port("http") + path))
                .header("content-type", "application/json")
                .method(method, BodyPublishers.ofString(json));
        if (!authorization.isEmpty()) {
            request.header("authorization", authorization);
        }
        HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
        if (answer.statusCode() >= 300) {
            throw new AssertionError(method + " " + path + ": " + answer.statusCode() + " " + answer.body());
        }
        return answer.body();
    }

    Scrape scrape() throws IOException, InterruptedException {
        return Scrape.read(send("GET", "/metrics", ""));
    }

    Map<String, Long> refusals() throws IOException, InterruptedException {
        Scrape scrape = scrape();
        return scrape.families().containsKey("reeve_refusals_total")
                ? scrape.counted("reeve_refusals_total", "door", "why")
                : Map.of();
    }

    /** All that any client can change: the queues, the jobs by state, and how many were ever added, taken or ended. */
    List<String> state() throws IOException, InterruptedException {
        return scrape().text()
                .lines()
                .filter(line -> line.startsWith("reeve_jobs") && !line.startsWith("reeve_jobs_oldest"))
                .toList();
    }
}
