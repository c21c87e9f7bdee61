package dev.reeve.server.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Made-up load through {@code /v1}: a producer, workers that fail now and then, schedules, a paused queue and one without workers, and
 * {@link DemoFlows}. It is light enough for any machine, and it ends with the process.
 */
final class DemoLoad {
    private static final int ROUND_MILLIS = 500;
    private static final int LONG_JOB_STEPS = 5;
    private static final List<String> ERRORS = List.of(
            "{\"type\":\"SMTPException\",\"message\":\"450 mailbox busy\"}",
            "{\"type\":\"Timeout\",\"message\":\"no answer within 30 s\"}",
            "{\"type\":\"BadAddress\",\"message\":\"there is no such recipient\"}");

    private final DemoClient client;
    private final DemoFlows flows;
    private final Random chance = new Random(1);

    DemoLoad(URI server) {
        this.client = new DemoClient(server);
        this.flows = new DemoFlows(client);
    }

    /** Prepares queues and schedules, starts the workers, and adds jobs until the thread is interrupted. */
    void run() throws IOException, InterruptedException {
        try (DemoReceiver receiver = new DemoReceiver()) {
            prepare();
            flows.prepare(receiver.port());
            int round = 0;
            while (!Thread.currentThread().isInterrupted()) {
                addJobs(round);
                flows.add(round);
                round++;
                Thread.sleep(ROUND_MILLIS);
            }
        }
    }

    private void prepare() throws IOException, InterruptedException {
        client.send("PUT", "/v1/queues/mail", "{\"max_attempts\":3,\"backoff\":[\"5s\",\"20s\"]}");
        client.send("PUT", "/v1/schedules/heartbeat", "{\"every\":\"10s\",\"job\":{\"queue\":\"heartbeat\"}}");
        client.send(
                "PUT",
                "/v1/schedules/nightly",
                "{\"cron\":\"30 2 * * *\",\"zone\":\"Europe/Berlin\",\"job\":{\"queue\":\"reports\",\"type\":\"report.nightly\"}}");
        client.send("PUT", "/v1/queues/newsletter", "{}");
        client.send("POST", "/v1/queues/newsletter/pause", "{}");
        DemoClient.start("web-1", this::shortJobs);
        DemoClient.start("web-2", this::shortJobs);
        DemoClient.start("render-1", this::longJobs);
    }

    private void addJobs(int round) throws IOException, InterruptedException {
        List<String> jobs = new ArrayList<>();
        int mails = 4 + (int) (4 * (1 + Math.sin(round / 40.0))) + chance.nextInt(3);
        for (int i = 0; i < mails; i++) {
            jobs.add("{\"queue\":\"mail\",\"type\":\"email.send\",\"payload\":{\"to\":\"person %d\"}}"
                    .formatted(chance.nextInt(10_000)));
        }
        jobs.add("{\"queue\":\"sms\",\"type\":\"sms.send\",\"tags\":[\"%s\"]}"
                .formatted(chance.nextBoolean() ? "eu" : "us"));
        jobs.add("{\"queue\":\"images\",\"type\":\"image.resize\",\"delay\":\"%ds\",\"priority\":%d}"
                .formatted(chance.nextInt(120), chance.nextInt(3)));
        if (round % 10 == 0) {
            jobs.add("{\"queue\":\"reports\",\"type\":\"report.render\",\"payload\":{\"month\":%d}}"
                    .formatted(1 + chance.nextInt(12)));
            jobs.add("{\"queue\":\"archive\",\"type\":\"archive.move\"}");
            jobs.add("{\"queue\":\"newsletter\",\"type\":\"email.send\"}");
        }
        client.send("POST", "/v1/bulk/add", "{\"jobs\":[" + String.join(",", jobs) + "]}");
    }

    private void shortJobs(String worker) throws IOException, InterruptedException {
        JsonNode taken = client.acquire(worker, "\"mail\",\"sms\",\"images\",\"heartbeat\"", 10);
        List<String> reports = new ArrayList<>();
        for (JsonNode job : taken) {
            reports.add(DemoClient.report(job, outcome()));
        }
        Thread.sleep(100 + chance.nextInt(300));
        client.finish(reports);
    }

    private String outcome() {
        int luck = chance.nextInt(100);
        String error = ERRORS.get(chance.nextInt(ERRORS.size()));
        if (luck < 3) {
            return "\"fail\":{\"retry\":\"never\",\"error\":" + error + "}";
        }
        return luck < 8 ? "\"fail\":{\"error\":" + error + "}" : "\"complete\":{\"result\":{\"ok\":true}}";
    }

    private void longJobs(String worker) throws IOException, InterruptedException {
        for (JsonNode job : client.acquire(worker, "\"reports\"", 1)) {
            String path = "/v1/jobs/" + job.get("id").asText();
            String token = "{\"lease_token\":" + job.get("lease_token");
            for (int step = 1; step <= LONG_JOB_STEPS; step++) {
                Thread.sleep(1_000);
                String progress = ",\"for\":\"30s\",\"progress\":{\"percent\":%d,\"message\":\"page %d\"}}";
                client.send("POST", path + "/renew", token + progress.formatted(step * 100 / LONG_JOB_STEPS, step));
            }
            client.send("POST", path + "/complete", token + ",\"result\":{\"pages\":5}}");
        }
    }
}
