package dev.reeve.server.across;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.server.testing.LocalServer;
import dev.reeve.testkit.DoorClient.Taken;
import dev.reeve.testkit.GoqueueClient;
import dev.reeve.testkit.JobberRequests;
import dev.reeve.testkit.OcypodClient;
import dev.reeve.testkit.OcypodRequests;
import dev.reeve.testkit.QlessClient;
import dev.reeve.testkit.RawHttp;
import dev.reeve.testkit.Scrape;
import dev.reeve.testkit.ServerProcess;
import dev.reeve.testkit.WorkqClient;
import dev.reeve.testkit.WorkqRequests;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code /metrics} counts all transitions of jobs, and the journal work for them, correctly. */
@Timeout(120)
class FatesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final List<String> FATES = List.of(
            "added", "leased", "completed", "failed", "timed_out", "retried", "expired", "cancelled", "deleted");

    @TempDir
    private Path data;

    /** The counters of a queue that are not zero. */
    private static Map<String, Long> fates(Scrape scrape, String queue) {
        Map<String, Long> fates = new TreeMap<>();
        for (String fate : FATES) {
            long count =
                    scrape.counted("reeve_jobs_" + fate + "_total", "queue").getOrDefault(queue, 0L);
            if (count != 0) {
                fates.put(fate, count);
            }
        }
        return fates;
    }

    private static void await(int http, String queue, Map<String, Long> expected) {
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(fates(Scrape.of(http), queue)).isEqualTo(expected));
    }

    @Test
    void what_becomes_of_jobs() throws Exception {
        try (LocalServer server = AllDoors.start(data, "durability=os")) {
            int http = server.awaitReady("http");
            workq(server.awaitReady("workq"));
            qless(server.awaitReady("qless"));
            goqueue(server.awaitReady("goqueue"));
            ocypod(http);
            jobber(http);
            await(
                    http,
                    "w",
                    Map.of(
                            "added",
                            4L,
                            "leased",
                            2L,
                            "failed",
                            1L,
                            "timed_out",
                            1L,
                            "retried",
                            1L,
                            "expired",
                            1L,
                            "deleted",
                            1L));
            await(http, "l", Map.of("added", 3L, "leased", 2L, "failed", 1L, "retried", 1L, "cancelled", 1L));
            await(http, "g", Map.of("added", 2L, "leased", 1L, "timed_out", 1L, "retried", 1L, "deleted", 1L));
            await(
                    http,
                    "o",
                    Map.of("added", 3L, "leased", 2L, "failed", 1L, "timed_out", 1L, "retried", 1L, "cancelled", 1L));
            await(http, "j", Map.of("added", 1L, "leased", 1L, "timed_out", 1L, "retried", 1L));
        }
    }

    /** One job fails, one times out, one expires and one is deleted. */
    private static void workq(int port) {
        try (WorkqClient workq = new WorkqClient(port)) {
            workq.add("w", "{}");
            assertThat(workq.fail(AllDoors.take(workq, "w"))).isTrue();
            add(workq, UUID.randomUUID(), 1, 3_600_000);
            AllDoors.take(workq, "w");
            add(workq, UUID.randomUUID(), 60_000, 1);
            String deleted = workq.add("w", "{}");
            assertThat(workq.ask(WorkqRequests.delete(deleted))).isEqualTo("+OK");
        }
    }

    private static void add(WorkqClient workq, UUID id, long ttrMillis, long ttlMillis) {
        assertThat(workq.ask(WorkqRequests.add(id, "w", ttrMillis, ttlMillis, "{}")))
                .isEqualTo("+OK");
    }

    /** One job fails, one is retried and one is cancelled. */
    private static void qless(int port) {
        try (QlessClient qless = new QlessClient(port)) {
            for (String jid : List.of("failing", "again")) {
                call(qless, "put", "w", "l", jid, "klass", "{}", "0");
                call(qless, "pop", "l", "w", "1");
            }
            call(qless, "fail", "failing", "w", "group", "message", "{}");
            call(qless, "retry", "again", "l", "w", "0");
            call(qless, "put", "w", "l", "unwanted", "klass", "{}", "0");
            call(qless, "cancel", "unwanted");
        }
    }

    private static void call(QlessClient qless, String name, String... args) {
        assertThat(qless.call(name, args)).doesNotStartWith("-");
    }

    /** One job is deleted and one times out. */
    private static void goqueue(int port) {
        try (GoqueueClient goqueue = new GoqueueClient(port)) {
            goqueue.delete(goqueue.add("g", 0, 60, new byte[1]));
            goqueue.add("g", 0, 1, new byte[1]);
            goqueue.reserve("g", 10);
        }
    }

    /** One job fails and is retried, one times out for good and one is cancelled. */
    private static void ocypod(int port) {
        try (OcypodClient ocypod = new OcypodClient(port);
                RawHttp http = new RawHttp(port)) {
            ocypod.declare("o", "{}");
            http.call(OcypodRequests.add("o", "{\"retries\": 1}"), 201);
            Taken failing = AllDoors.take(ocypod, "o");
            http.call(OcypodRequests.add("o", "{\"timeout\": \"1s\"}"), 201);
            assertThat(AllDoors.take(ocypod, "o").id()).isNotEqualTo(failing.id());
            assertThat(ocypod.fail(failing)).isTrue();
            http.call(OcypodRequests.patch(ocypod.add("o", "1"), "", "{\"status\": \"cancelled\"}"), 204);
        }
    }

    private static void jobber(int port) {
        try (RawHttp http = new RawHttp(port)) {
            http.call(JobberRequests.add("j", "1"), 201);
            http.call(JobberRequests.take("j", "{\"visibility_timeout\": \"1s\"}"), 200);
        }
    }

    @Test
    void what_the_journal_did() throws Exception {
        int jobs = 150;
        try (ServerProcess server = AllDoors.startProcess(data, "journal.segment-size=64KiB")) {
            int http = server.awaitReady("http");
            try (WorkqClient workq = new WorkqClient(server.awaitReady("workq"))) {
                for (int i = 0; i < jobs; i++) {
                    String id = workq.add("q", "x".repeat(1000));
                    assertThat(workq.ask(WorkqRequests.delete(id))).isEqualTo("+OK");
                }
                workq.add("w", "{}");
            }
            Awaitility.await().atMost(PATIENCE).until(() -> Scrape.of(http).value("reeve_snapshots_total") >= 1);
            Scrape scrape = Scrape.of(http);
            assertThat(scrape.value("reeve_journal_sync_seconds"))
                    .as("one client, who was answered each time")
                    .isGreaterThanOrEqualTo(2 * jobs + 1);
            assertThat(scrape.histogram("reeve_journal_sync_seconds").getSampleSum())
                    .isPositive();
            assertThat(scrape.histogram("reeve_journal_batch_entries").getSampleSum())
                    .isGreaterThanOrEqualTo(2 * jobs + 1);
            assertThat(scrape.value("reeve_journal_written_bytes_total")).isGreaterThan(jobs * 1000);
            assertThat(scrape.value("reeve_journal_unsynced_bytes")).isZero();
            assertThat(scrape.value("reeve_snapshot_failures_total")).isZero();
            assertThat(scrape.value("reeve_snapshot_bytes")).isPositive();
            assertThat(scrape.value("reeve_snapshot_seconds")).isPositive();
            assertThat(scrape.value("reeve_recovery_entries"))
                    .as("there was nothing")
                    .isZero();
            assertThat(scrape.value("reeve_connections_opened_total", "door", "workq"))
                    .isEqualTo(1);
            server.kill();
        }
        try (LocalServer server = AllDoors.start(data, "journal.segment-size=64KiB")) {
            Scrape scrape = Scrape.of(server.awaitReady("http"));
            assertThat(scrape.value("reeve_recovery_entries"))
                    .as("what the snapshot does not have")
                    .isBetween(0.0, 2.0 * jobs);
            assertThat(scrape.value("reeve_recovery_seconds")).isPositive();
            assertThat(scrape.value("reeve_jobs", "queue", "w", "state", "ready"))
                    .isEqualTo(1);
            assertThat(scrape.counted("reeve_jobs_added_total", "queue"))
                    .as("counted since the start")
                    .isEmpty();
        }
    }
}
