package dev.reeve.bench;

import dev.reeve.testkit.ApiRequests;
import dev.reeve.testkit.HttpDoorRequest;
import dev.reeve.testkit.RawHttp;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Fills a server with failed jobs through its HTTP interface: ten queues, a hundred failure groups, payloads of 200 bytes. */
final class FailedJobs {
    private static final int QUEUES = 10;
    private static final int ERRORS = 10;
    private static final int BATCH = 1_000;
    private static final int THREADS = 2;
    private static final Pattern LEASED =
            Pattern.compile("\\{\"id\":\"([^\"]+)\".*?\"lease_token\":\"([0-9]+)\"", Pattern.DOTALL);

    private FailedJobs() {}

    static void fill(int port, int jobs) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            long began = System.nanoTime();
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < QUEUES; i++) {
                String queue = "failed-" + i;
                running.add(threads.submit(() -> fill(port, queue, jobs / QUEUES)));
            }
            for (Future<?> one : running) {
                one.get();
            }
            System.out.printf("%,d failed jobs after %.0f s%n", jobs, (System.nanoTime() - began) / 1e9);
        } finally {
            threads.shutdownNow();
        }
    }

    private static void fill(int port, String queue, int jobs) {
        try (RawHttp http = new RawHttp(port)) {
            for (int added = 0; added < jobs; added += BATCH) {
                List<String> batch = new ArrayList<>(BATCH);
                for (int i = 0; i < BATCH; i++) {
                    batch.add("{\"queue\":\"%s\",\"payload\":\"%0198d\"}".formatted(queue, added + i));
                }
                http.call(ApiRequests.addAll(String.join(",", batch)), 200);
                String leased =
                        http.call(ApiRequests.acquire(queue, BATCH), 200).body();
                http.call(finish(leased), 200);
            }
        }
    }

    private static HttpDoorRequest finish(String leased) {
        List<String> items = new ArrayList<>(BATCH);
        Matcher jobs = LEASED.matcher(leased);
        while (jobs.find()) {
            items.add("""
                    {"id":"%s","lease_token":"%s","fail":{"retry":"never","error":{"type":"Error%d","message":"450 busy"}}}""".formatted(jobs.group(1), jobs.group(2), items.size() % ERRORS));
        }
        return HttpDoorRequest.of("POST", "/v1/bulk/finish", "{\"jobs\":[" + String.join(",", items) + "]}");
    }
}
