package dev.reeve.server.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The part of the demo's load with workflows in batches, keys with limits, and a webhook. */
final class DemoFlows {
    private static final int ROUNDS_A_BATCH = 20;
    private static final int PAGES = 8;
    private static final int TENANTS = 5;
    private static final String SECRET = "whsec_ZGVtby1vZi1yZWV2ZS1pcy1ub3Qtc2VjcmV0";

    private final DemoClient client;
    private final Random chance = new Random(2);

    DemoFlows(DemoClient client) {
        this.client = client;
    }

    /** Sets limits and the webhook, and starts the workers. */
    void prepare(int receiverPort) throws IOException, InterruptedException {
        client.send(
                "PUT", "/v1/limits/tenant:*", "{\"max_running\":1,\"rate\":{\"count\":30,\"per\":\"1m\",\"burst\":3}}");
        client.send("PUT", "/v1/limits/printer", "{\"ordered\":true}");
        client.send(
                "PUT",
                "/v1/webhooks/chat",
                "{\"url\":\"http://127.0.0.1:%d/chat\",\"events\":[\"job.failed\"],\"queues\":[\"mail\",\"invoices\"],\"secret\":\"%s\"}"
                        .formatted(receiverPort, SECRET));
        DemoClient.start("flow-1", this::steps);
        DemoClient.start("export-1", this::exports);
    }

    /** Adds what a round of the load brings. */
    void add(int round) throws IOException, InterruptedException {
        if (round % 2 == 0) {
            int tenant = chance.nextInt(10) < 6 ? 1 : 1 + chance.nextInt(TENANTS);
            client.send(
                    "POST",
                    "/v1/jobs",
                    "{\"queue\":\"exports\",\"type\":\"export.make\",\"limit_key\":\"tenant:%d\"}".formatted(tenant));
        }
        if (round % ROUNDS_A_BATCH == 0) {
            client.send("POST", "/v1/batches", batch(round / ROUNDS_A_BATCH));
        }
    }

    /** Pages are rendered side by side, put together, and the whole is printed. */
    private static String batch(int number) {
        List<String> jobs = new ArrayList<>();
        List<String> keys = new ArrayList<>();
        for (int page = 1; page <= PAGES; page++) {
            keys.add("\"page-" + page + "\"");
            jobs.add(
                    "{\"key\":\"page-%d\",\"queue\":\"invoices\",\"type\":\"invoice.render\",\"payload\":{\"page\":%d}}"
                            .formatted(page, page));
        }
        jobs.add("{\"key\":\"bind\",\"queue\":\"invoices\",\"type\":\"invoice.bind\",\"depends_on\":[%s]}"
                .formatted(String.join(",", keys)));
        jobs.add(
                "{\"queue\":\"invoices\",\"type\":\"invoice.print\",\"depends_on\":[\"bind\"],\"limit_key\":\"printer\"}");
        return "{\"id\":\"invoices-%04d\",\"jobs\":[%s],\"on_success\":{\"queue\":\"mail\",\"type\":\"email.send\"}}"
                .formatted(number, String.join(",", jobs));
    }

    private void steps(String worker) throws IOException, InterruptedException {
        JsonNode taken = client.acquire(worker, "\"invoices\"", 1);
        Thread.sleep(400 + chance.nextInt(500));
        List<String> reports = new ArrayList<>();
        for (JsonNode job : taken) {
            boolean fails = chance.nextInt(100) < 3;
            reports.add(DemoClient.report(
                    job,
                    fails
                            ? "\"fail\":{\"retry\":\"never\",\"error\":{\"type\":\"TemplateError\",\"message\":\"there is no customer number\"}}"
                            : "\"complete\":{\"result\":{\"pages\":1}}"));
        }
        client.finish(reports);
    }

    private void exports(String worker) throws IOException, InterruptedException {
        JsonNode taken = client.acquire(worker, "\"exports\"", TENANTS);
        Thread.sleep(1_000);
        List<String> reports = new ArrayList<>();
        for (JsonNode job : taken) {
            reports.add(DemoClient.report(job, "\"complete\":{}"));
        }
        client.finish(reports);
    }
}
