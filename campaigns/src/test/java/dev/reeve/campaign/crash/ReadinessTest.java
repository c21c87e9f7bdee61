package dev.reeve.campaign.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.campaign.crash.TroubledDisk.Trouble;
import dev.reeve.server.HeldMain;
import dev.reeve.server.TroubledDiskMain;
import dev.reeve.testkit.Scrape;
import dev.reeve.testkit.ServerProcess;
import dev.reeve.testkit.WorkqClient;
import dev.reeve.testkit.WorkqRequests;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The readiness of a server during start, stop and disk problems. */
@Timeout(180)
class ReadinessTest {
    private static final String ALIVE = "200 {\"status\":\"alive\"}";
    private static final String READY = "200 {\"status\":\"ready\"}";
    private static final String HEALTHY = "200 {\"status\":\"healthy\"}";
    private static final String OUT_OF_DISK = "-SERVER-ERROR Out of disk space";
    private static final String JOURNAL_FAULT = "-SERVER-ERROR The journal cannot be extended";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    private Path data;

    private ServerProcess start(Class<?> program, String... words) throws IOException {
        return ServerProcess.start(program, words, data, "http.port=0");
    }

    @Test
    void before_the_data_has_been_recovered() throws Exception {
        try (ServerProcess server = start(HeldMain.class, "MANIFEST_WRITE", "BEFORE", "-1")) {
            server.awaitLine(HoldingWatcher.HELD);
            int port = server.awaitListening("http");
            assertThat(get(port, "/livez")).isEqualTo(ALIVE);
            assertThat(get(port, "/readyz")).isEqualTo("503 {\"status\":\"not ready\",\"error\":\"starting\"}");
            assertThat(get(port, "/health")).isEqualTo("503 {\"status\":\"unhealthy\",\"error\":\"starting\"}");
            assertThat(get(port, "/queue")).isEqualTo("503 {\"error\":\"The server is starting\"}");
        }
    }

    @Test
    void while_the_disk_does_not_come_to_an_end() throws Exception {
        try (ServerProcess server = start(TroubledDiskMain.class);
                WorkqClient client = new WorkqClient(server.awaitReady())) {
            int port = server.awaitReady("http");
            assertThat(get(port, "/readyz")).isEqualTo(READY);
            server.tell(Trouble.STUCK.name());
            add(client);
            await().atMost(PATIENCE).until(() -> get(port, "/readyz").startsWith("503"));
            assertThat(get(port, "/readyz"))
                    .matches("503 \\{\"status\":\"not ready\",\"error\":\"disk write stalled for \\d\\d s\"}");
            assertThat(get(port, "/livez")).isEqualTo(ALIVE);
            assertThat(get(port, "/health")).as("as Ocypod has it").isEqualTo(HEALTHY);
            server.awaitLine("WARN  StallWarning: disk write stalled for ");
            Scrape scrape = Scrape.of(port);
            assertThat(scrape.value("reeve_ready")).isZero();
            assertThat(scrape.value("reeve_journal_busy_seconds")).isGreaterThanOrEqualTo(10);

            server.tell(Trouble.NONE.name());
            assertThat(client.readLine()).isEqualTo("+OK");
            await().atMost(PATIENCE).until(() -> get(port, "/readyz").equals(READY));
            assertThat(Scrape.of(port).value("reeve_ready")).isEqualTo(1);
        }
    }

    @Test
    void while_the_disk_is_full() throws Exception {
        try (ServerProcess server = start(TroubledDiskMain.class, "durability=os");
                WorkqClient client = new WorkqClient(server.awaitReady())) {
            int port = server.awaitReady("http");
            assertThat(ask(client)).isEqualTo("+OK");
            server.tell(Trouble.FULL.name());
            await().atMost(PATIENCE).until(() -> ask(client).equals(OUT_OF_DISK));
            assertThat(get(port, "/readyz")).as("workers still get their jobs").isEqualTo(READY);
            assertThat(Scrape.of(port).value("reeve_growth_refused")).isEqualTo(1);

            leaseUntilNotReady(client, port);
            assertThat(get(port, "/readyz"))
                    .isEqualTo("503 {\"status\":\"not ready\",\"error\":\"the disk is full: nothing can be written\"}");
            assertThat(get(port, "/livez")).isEqualTo(ALIVE);
            assertThat(Scrape.of(port).value("reeve_ready")).isZero();

            server.tell(Trouble.NONE.name());
            await().atMost(PATIENCE).until(() -> get(port, "/readyz").equals(READY));
            await().atMost(PATIENCE).until(() -> ask(client).equals("+OK"));
            assertThat(Scrape.of(port).value("reeve_growth_refused")).isZero();
        }
    }

    @Test
    void while_no_file_can_be_opened() throws Exception {
        try (ServerProcess server = start(TroubledDiskMain.class, "durability=os");
                WorkqClient client = new WorkqClient(server.awaitReady())) {
            int port = server.awaitReady("http");
            assertThat(ask(client)).isEqualTo("+OK");
            server.tell(Trouble.NO_FILES.name());
            // Hundreds of jobs are needed to fill the segments that are open.
            await().atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> ask(client).equals(JOURNAL_FAULT));
            leaseUntilNotReady(client, port);
            assertThat(get(port, "/readyz"))
                    .isEqualTo(
                            "503 {\"status\":\"not ready\",\"error\":\"the journal cannot be extended: nothing can be written\"}");
            server.tell(Trouble.NONE.name());
            await().atMost(PATIENCE).until(() -> get(port, "/readyz").equals(READY));
            await().atMost(PATIENCE).until(() -> ask(client).equals("+OK"));
            assertThat(server.lines()).noneMatch(line -> line.contains("disk space"));
            assertThat(server.lines()).anyMatch(line -> line.contains("Too many open files"));
        }
    }

    /**
     * Each lease is a write, and no data is added: the single job is leased and released until even that write is
     * refused.
     */
    private void leaseUntilNotReady(WorkqClient client, int port) throws IOException, InterruptedException {
        for (int i = 0; i < 20_000; i++) {
            String reply = client.ask(WorkqRequests.lease(1000, "q"));
            if (reply.equals("+OK 1")) {
                client.readLeased();
            } else if (!get(port, "/readyz").equals(READY)) {
                assertThat(reply).isIn("-TIMEOUT", OUT_OF_DISK, JOURNAL_FAULT);
                return;
            }
        }
        throw new AssertionError("a disk that never fills up");
    }

    @Test
    void while_it_stops() throws Exception {
        try (ServerProcess server = start(TroubledDiskMain.class);
                WorkqClient client = new WorkqClient(server.awaitReady())) {
            int port = server.awaitReady("http");
            server.tell(Trouble.STUCK.name());
            add(client);
            server.terminate();
            await().atMost(PATIENCE)
                    .until(() -> get(port, "/readyz").equals("503 {\"status\":\"not ready\",\"error\":\"stopping\"}"));
            assertThat(get(port, "/health")).isEqualTo("503 {\"status\":\"unhealthy\",\"error\":\"stopping\"}");
            assertThat(get(port, "/livez")).isEqualTo(ALIVE);
            assertThat(get(port, "/queue")).isEqualTo("503 {\"error\":\"The server is stopping\"}");
            server.tell(Trouble.NONE.name());
            assertThat(server.awaitExit()).as("%s", server.lines()).isZero();
        }
    }

    private static void add(WorkqClient client) {
        client.send(WorkqRequests.add(UUID.randomUUID(), "q", 1, 3_600_000, "x"));
    }

    private static String ask(WorkqClient client) {
        add(client);
        return client.readLine();
    }

    private String get(int port, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(30))
                .build();
        HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
        return response.statusCode() + " " + response.body();
    }
}
