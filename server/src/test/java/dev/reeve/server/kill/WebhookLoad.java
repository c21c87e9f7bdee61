package dev.reeve.server.kill;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reeve.server.webhook.FakeReceiver;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Completes jobs of which a webhook tells. */
final class WebhookLoad implements ApiLoad, AutoCloseable {
    private static final String QUEUE = "told";
    private static final String UNSENT = "&state=ready&state=leased&state=retrying";

    private final FakeReceiver receiver;
    private final Set<String> completed = new HashSet<>();
    private boolean hooked;

    WebhookLoad() throws IOException {
        receiver = new FakeReceiver(request -> FakeReceiver.OK);
    }

    @Override
    public void step(ApiCalls api) {
        if (!hooked) {
            String webhook =
                    "{\"url\":\"http://127.0.0.1:%d/\",\"events\":[\"job.completed\"],\"queues\":[\"%s\"],\"secret\":\"whsec_%s\"}"
                            .formatted(receiver.port(), QUEUE, "A".repeat(32));
            api.send("PUT", "/v1/webhooks/completions", webhook, 200, 201);
            hooked = true;
        }
        api.post("/v1/jobs", "{\"queue\":\"" + QUEUE + "\"}", 201);
        for (JsonNode job : api.acquire(QUEUE, 1)) {
            api.complete(job);
            completed.add(job.path("id").asText());
        }
    }

    /** The ids of deliveries by the job that they tell of. */
    private Map<String, Set<String>> deliveries() {
        Map<String, Set<String>> all = new HashMap<>();
        for (FakeReceiver.Received request : receiver.received()) {
            String subject = request.body().replaceAll("(?s).*\"subject\":\"([^\"]+)\".*", "$1");
            all.computeIfAbsent(subject, job -> new TreeSet<>()).add(request.id());
        }
        return all;
    }

    @Override
    public void check(ApiCalls api) {
        Set<String> done = done(api);
        Set<String> waiting = subjects(api, UNSENT);
        Map<String, Set<String>> told = deliveries();
        assertThat(done).as("jobs whose completion was answered").containsAll(completed);
        assertThat(done).as("jobs of whose completion was told").containsAll(told.keySet());
        assertThat(told).allSatisfy((job, ids) -> assertThat(ids).as(job).hasSize(1));
        done.removeAll(told.keySet());
        assertThat(waiting).as("jobs of whose completion is to be told").containsAll(done);
    }

    /** Waits for all deliveries but those that a killed server was sending: they are sent again when their leases end. */
    void awaitDeliveries(ApiCalls api) {
        await().atMost(60, SECONDS).until(() -> {
            Set<String> untold = done(api);
            untold.removeAll(subjects(api, "&state=leased"));
            return deliveries().keySet().containsAll(untold);
        });
        check(api);
    }

    private static Set<String> done(ApiCalls api) {
        Set<String> done = new HashSet<>();
        api.jobs("state=completed&queue=" + QUEUE)
                .forEach(job -> done.add(job.path("id").asText()));
        return done;
    }

    /** The jobs of which the deliveries in these states tell. */
    private static Set<String> subjects(ApiCalls api, String states) {
        Set<String> subjects = new HashSet<>();
        for (JsonNode delivery : api.jobs("queue=reeve.webhooks" + states)) {
            subjects.add(delivery.path("headers").path("subject").asText());
        }
        return subjects;
    }

    @Override
    public int acknowledged() {
        return completed.size();
    }

    @Override
    public void close() throws IOException {
        receiver.close();
    }
}
