package dev.reeve.server.across;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.server.testing.LocalServer;
import dev.reeve.server.testing.ProvokedAnswer;
import dev.reeve.testkit.DoorClient;
import dev.reeve.testkit.HttpDoorRequest;
import dev.reeve.testkit.RawHttp;
import dev.reeve.testkit.Scrape;
import dev.reeve.testkit.TestClient;
import dev.reeve.testkit.WorkqRequests;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.hawkular.agent.prometheus.types.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code /metrics} agrees with the operations through each door. */
@Timeout(120)
class MetricsTest {
    private static final int MOST_QUEUES = 1_000;

    @TempDir
    private Path data;

    @Test
    void the_figures_agree_with_what_was_done_through_each_door() throws Exception {
        try (LocalServer server = AllDoors.start(data, "durability=os");
                AllDoors doors = AllDoors.of(server)) {
            Map<String, DoorClient> byName = new LinkedHashMap<>();
            byName.put("workq", doors.workq());
            byName.put("qless", doors.qless());
            byName.put("goqueue", doors.goqueue());
            byName.put("ocypod", doors.ocypod());
            byName.put("jobber", doors.jobber());
            byName.put("api", doors.api());
            doors.ocypod().declare("ocypod", "{}");
            for (Map.Entry<String, DoorClient> door : byName.entrySet()) {
                work(door.getValue(), door.getKey());
            }
            Scrape scrape = Scrape.of(server.awaitReady("http"));
            byName.forEach((name, door) -> checkJobs(scrape, name, doors.forgets(door)));
            checkRequests(scrape);
            checkServer(scrape);
        }
    }

    /** Adds three jobs, leases two and completes one. */
    private static void work(DoorClient door, String queue) {
        for (int i = 0; i < 3; i++) {
            door.add(queue, "{}");
        }
        DoorClient.Taken first = AllDoors.take(door, queue);
        AllDoors.take(door, queue);
        assertThat(door.complete(first)).isTrue();
    }

    private static void checkJobs(Scrape scrape, String queue, boolean forgets) {
        assertThat(scrape.value("reeve_jobs", "queue", queue, "state", "ready"))
                .as(queue)
                .isEqualTo(1);
        assertThat(scrape.value("reeve_jobs", "queue", queue, "state", "leased"))
                .as(queue)
                .isEqualTo(1);
        assertThat(scrape.value("reeve_jobs", "queue", queue, "state", "completed"))
                .as(queue)
                .isEqualTo(forgets ? 0 : 1);
        assertThat(scrape.value("reeve_jobs_added_total", "queue", queue))
                .as(queue)
                .isEqualTo(3);
        assertThat(scrape.value("reeve_jobs_leased_total", "queue", queue))
                .as(queue)
                .isEqualTo(2);
        assertThat(scrape.value("reeve_jobs_completed_total", "queue", queue))
                .as(queue)
                .isEqualTo(1);
        assertThat(scrape.value("reeve_jobs_failed_total", "queue", queue))
                .as(queue)
                .isZero();
        assertThat(scrape.value("reeve_job_wait_seconds", "queue", queue))
                .as(queue)
                .isEqualTo(2);
        assertThat(scrape.value("reeve_job_run_seconds", "queue", queue))
                .as(queue)
                .isEqualTo(1);
        assertThat(scrape.value("reeve_jobs_oldest_waiting_seconds", "queue", queue))
                .as(queue)
                .isBetween(0.0, 120.0);
    }

    private static void checkRequests(Scrape scrape) {
        Map<String, Integer> expected = new LinkedHashMap<>();
        expected.put("workq add", 3);
        expected.put("workq lease", 2);
        expected.put("workq complete", 1);
        expected.put("qless put", 3);
        expected.put("qless pop", 2);
        expected.put("qless complete", 1);
        expected.put("goqueue ADD", 3);
        expected.put("goqueue RESERVE", 2);
        expected.put("goqueue DELETE", 1);
        expected.put("ocypod PUT /queue/{queue}", 1);
        expected.put("ocypod POST /queue/{queue}/job", 3);
        expected.put("ocypod GET /queue/{queue}/job", 2);
        expected.put("ocypod PATCH /job/{id}", 1);
        expected.put("jobber POST /jobber/queue", 3);
        expected.put("jobber POST /jobber/queue/{type}/take", 2);
        expected.put("jobber POST /jobber/job/{id}/done", 1);
        expected.put("api POST /v1/jobs", 3);
        expected.put("api POST /v1/acquire", 2);
        expected.put("api POST /v1/jobs/{id}/complete", 1);
        expected.forEach((words, count) -> {
            String[] door = words.split(" ", 2);
            assertThat(scrape.value("reeve_request_seconds", "door", door[0], "command", door[1]))
                    .as(words)
                    .isEqualTo(count.doubleValue());
            assertThat(scrape.value("reeve_request_errors_total", "door", door[0], "command", door[1]))
                    .as(words)
                    .isZero();
        });
        for (String door : List.of("workq", "qless", "goqueue")) {
            assertThat(scrape.value("reeve_connections", "door", door)).as(door).isEqualTo(1);
        }
    }

    private static void checkServer(Scrape scrape) {
        assertThat(scrape.value("reeve_ready")).isEqualTo(1);
        assertThat(scrape.value("reeve_growth_refused")).isZero();
        assertThat(scrape.value("reeve_journal_written_bytes_total")).isPositive();
        // 37 commands through the doors, and the entries that the start writes.
        assertThat(scrape.histogram("reeve_journal_batch_entries").getSampleSum())
                .isGreaterThanOrEqualTo(37);
        assertThat(scrape.value("reeve_disk_free_bytes")).isGreaterThan(scrape.value("reeve_disk_needed_bytes"));
        assertThat(scrape.value("reeve_memory_used_bytes"))
                .isPositive()
                .isLessThan(scrape.value("reeve_memory_limit_bytes"));
        assertThat(scrape.sum("jvm_memory_used_bytes")).isPositive();
        assertThat(scrape.value("jvm_threads_current")).isPositive();
        assertThat(scrape.labels("jvm_gc_collection_seconds", "gc")).isNotEmpty();
        assertThat(scrape.value("process_open_fds")).isPositive();
        assertThat(scrape.value("process_start_time_seconds")).isPositive();
        Histogram requests = scrape.histogram("reeve_request_seconds", "door", "workq", "command", "add");
        assertThat(requests.getBuckets().get(requests.getBuckets().size() - 1).getCumulativeCount())
                .isEqualTo(3);
    }

    @Test
    void errors_waiters_and_what_is_no_command_are_counted() throws Exception {
        try (LocalServer server = AllDoors.start(data, "durability=os");
                TestClient workq = new TestClient(server.awaitReady("workq"));
                TestClient waiting = new TestClient(server.awaitReady("workq"))) {
            assertThat(workq.ask("nonsense")).startsWith("-CLIENT-ERROR");
            assertThat(workq.ask("delete " + UUID.randomUUID())).isEqualTo("-NOT-FOUND");
            assertThat(workq.ask("lease q 1")).isEqualTo("-TIMEOUT");
            waiting.send("lease q 60000");
            int http = server.awaitReady("http");
            try (RawHttp raw = new RawHttp(http)) {
                raw.call(HttpDoorRequest.of("GET", "/no/such/path"), 404);
                raw.call(HttpDoorRequest.of("GET", "/queue/missing"), 404);
            }
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> Scrape.of(http).value("reeve_waiters", "for", "job") == 1);
            Scrape scrape = Scrape.of(http);
            assertThat(scrape.value("reeve_request_errors_total", "door", "workq", "command", "unknown"))
                    .isEqualTo(1);
            assertThat(scrape.value("reeve_request_errors_total", "door", "workq", "command", "delete"))
                    .isEqualTo(1);
            assertThat(scrape.value("reeve_request_errors_total", "door", "workq", "command", "lease"))
                    .as("a time-out is an answer")
                    .isZero();
            assertThat(scrape.value("reeve_request_errors_total", "door", "http", "command", "unknown"))
                    .isEqualTo(1);
            assertThat(scrape.value("reeve_request_errors_total", "door", "ocypod", "command", "GET /queue/{queue}"))
                    .isEqualTo(1);
            assertThat(scrape.value("reeve_connections", "door", "workq")).isEqualTo(2);
        }
    }

    @Test
    void ten_thousand_queues_stay_within_two_megabytes() throws Exception {
        try (LocalServer server = AllDoors.start(data, "durability=os");
                TestClient workq = new TestClient(server.awaitReady("workq"))) {
            int queues = 10_000;
            for (int i = 0; i < queues; i++) {
                workq.sendRaw(WorkqRequests.add(UUID.randomUUID(), "queue-of-number-" + i, 60_000, 3_600_000, "{}"));
            }
            for (int i = 0; i < queues; i++) {
                assertThat(workq.readLine()).isEqualTo("+OK");
            }
            int http = server.awaitReady("http");
            Scrape scrape = Scrape.of(http);
            assertThat(scrape.text().getBytes(StandardCharsets.UTF_8)).hasSizeBetween(500_000, 2_000_000);
            assertThat(scrape.labels("reeve_jobs", "queue"))
                    .hasSize(MOST_QUEUES + 1)
                    .contains("other", "queue-of-number-0", "queue-of-number-999");
            assertThat(scrape.sum("reeve_jobs")).isEqualTo(queues);
            assertThat(scrape.sum("reeve_jobs_added_total")).isEqualTo(queues);
            assertThat(scrape.value("reeve_jobs", "queue", "other", "state", "ready"))
                    .isEqualTo(queues - MOST_QUEUES);
            assertThat(scrape.labels("reeve_job_wait_seconds", "queue")).hasSize(101);
            othersAreAnsweredMeanwhile(http, workq);
            othersAreAnsweredThoughAScraperDoesNotRead(http, workq);
        }
    }

    /** Commands continue while metrics are collected, and the values stay correct. */
    private static void othersAreAnsweredMeanwhile(int http, TestClient workq) throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest metrics = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + http + "/metrics"))
                .build();
        int leased = 0;
        for (int i = 0; i < 5; i++) {
            CompletableFuture<HttpResponse<String>> text = client.sendAsync(metrics, BodyHandlers.ofString());
            do {
                assertThat(workq.ask("lease queue-of-number-" + leased + " 1000"))
                        .isEqualTo("+OK 1");
                workq.readLine();
                workq.readLine();
                leased++;
            } while (!text.isDone());
            ProvokedAnswer.check("GET /metrics 200", text.get());
        }
        assertThat(leased).as("on the whole, more than one during each of five").isGreaterThan(5);
        Scrape after = Scrape.of(http);
        assertThat(after.sum("reeve_jobs_leased_total")).isEqualTo(leased);
        assertThat(after.value("reeve_request_errors_total", "door", "http", "command", "GET /metrics"))
                .isZero();
    }

    private static void othersAreAnsweredThoughAScraperDoesNotRead(int http, TestClient workq) throws Exception {
        try (Socket scraper = new Socket()) {
            scraper.setReceiveBufferSize(4096);
            scraper.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), http));
            scraper.getOutputStream().write("GET /metrics HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(scraper.getInputStream().read()).isEqualTo('H');
            assertThat(workq.ask("lease queue-of-number-9999 1000")).isEqualTo("+OK 1");
            assertThat(Scrape.of(http).value("reeve_ready")).isEqualTo(1);
            assertThat(new String(scraper.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .contains("\nreeve_ready 1.0\n");
        }
    }

    @Test
    void names_of_queues_may_hold_quotes_and_more() throws Exception {
        try (LocalServer server = AllDoors.start(data, "durability=os");
                AllDoors doors = AllDoors.of(server)) {
            String name = "a \"b\" \\ ä";
            doors.qless().add(new String(name.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1), "{}");
            assertThat(Scrape.of(server.awaitReady("http")).text())
                    .contains("reeve_jobs_added_total{queue=\"a \\\"b\\\" \\\\ ä\"} 1.0\n");
        }
    }

    @Test
    void limits_and_their_keys_are_counted() throws Exception {
        try (LocalServer server = AllDoors.start(data, "durability=os");
                RawHttp http = new RawHttp(server.awaitReady("http"))) {
            http.call(HttpDoorRequest.of("PUT", "/v1/limits/t:*", "{\"max_running\":1}"), 201);
            String job = "{\"queue\":\"q\",\"limit_key\":\"t:%d\"}";
            String jobs = String.join(",", job.formatted(1), job.formatted(1), job.formatted(2));
            http.call(HttpDoorRequest.of("POST", "/v1/bulk/add", "{\"jobs\":[" + jobs + "]}"), 200);
            Scrape scrape = Scrape.of(server.awaitReady("http"));
            assertThat(scrape.value("reeve_limits")).isEqualTo(1);
            assertThat(scrape.value("reeve_limit_keys")).isEqualTo(2);
            assertThat(scrape.value("reeve_jobs", "queue", "q", "state", "throttled"))
                    .isEqualTo(1);
            assertThat(scrape.value("reeve_logins_refused_total")).isZero();
        }
    }

    @Test
    void without_metrics_there_is_nothing_to_ask_for() throws Exception {
        try (LocalServer server = AllDoors.start(data, "durability=os", "metrics=false")) {
            try (RawHttp http = new RawHttp(server.awaitReady("http"))) {
                http.call(HttpDoorRequest.of("GET", "/metrics"), 404);
            }
        }
    }
}
