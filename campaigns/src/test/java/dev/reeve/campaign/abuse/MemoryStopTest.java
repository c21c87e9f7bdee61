package dev.reeve.campaign.abuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.server.cli.ReeveCommand;
import dev.reeve.testkit.DoorClient.Taken;
import dev.reeve.testkit.GoqueueClient;
import dev.reeve.testkit.JobberClient;
import dev.reeve.testkit.OcypodClient;
import dev.reeve.testkit.OcypodRequests;
import dev.reeve.testkit.QlessClient;
import dev.reeve.testkit.RawHttp;
import dev.reeve.testkit.ServerProcess;
import dev.reeve.testkit.WorkqClient;
import dev.reeve.testkit.WorkqRequests;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server whose memory is full: what it refuses, and on which heap it starts again. {@code AttackTest} has the attacks. */
class MemoryStopTest {
    private static final String FULL = "Out of memory: the room for jobs is used up";
    private static final String QLESS_FULL = "-OOM command not allowed when used memory > 'maxmemory'.";
    private static final String MEBIBYTE = "x".repeat(1 << 20);
    private static final String MEBIBYTE_OF_JSON = "\"" + "x".repeat((1 << 20) - 100) + "\"";

    @TempDir
    Path data;

    private ServerProcess start(int heapMib, String... more) throws IOException {
        List<String> options = List.of(
                "-Xmx" + heapMib + "m",
                "-XX:-UseSerialGC",
                "-XX:+UseG1GC",
                "-XX:G1HeapRegionSize=4m",
                "-XX:+ExitOnOutOfMemoryError");
        List<String> settings = new ArrayList<>(Ports.ALL_DOORS);
        settings.add("payloads.memory=100%");
        settings.addAll(List.of(more));
        return ServerProcess.startWith(options, data, settings.toArray(String[]::new));
    }

    /** Adds jobs until one is refused; returns the ids. */
    private static List<String> fill(WorkqClient client, String payload) {
        List<String> ids = new ArrayList<>();
        while (true) {
            String id = new UUID(0x4000, ids.size()).toString();
            String answer = client.ask(WorkqRequests.add(id, "full", 6_000_000, 60_000_000, payload));
            if (!answer.equals("+OK")) {
                assertThat(answer).isEqualTo("-SERVER-ERROR " + FULL);
                return ids;
            }
            ids.add(id);
        }
    }

    @Test
    void every_door_refuses_a_result_that_does_not_fit_in_its_own_words_and_takes_a_smaller_one() throws Exception {
        try (ServerProcess server = start(48)) {
            Ports ports = Ports.of(server);
            try (WorkqClient workq = new WorkqClient(ports.workq());
                    GoqueueClient goqueue = new GoqueueClient(ports.goqueue());
                    QlessClient qless = new QlessClient(ports.qless());
                    OcypodClient ocypod = new OcypodClient(ports.http());
                    JobberClient jobber = new JobberClient(ports.http());
                    RawHttp http = new RawHttp(ports.http())) {
                ocypod.declare("o", "{}");
                workq.add("w", "{}");
                goqueue.add("g", "{}");
                qless.add("q", "{}");
                ocypod.add("o", "{}");
                jobber.add("j", "{}");
                // The rest is filled so that less than a mebibyte fits, even with the reserve.
                fill(workq, "x".repeat(100_000));
                List<String> reserved = new ArrayList<>();
                String answer;
                do {
                    Taken used = Objects.requireNonNull(workq.acquire("full"));
                    answer = workq.ask(WorkqRequests.complete(used.id(), "x".repeat(900_000)));
                    reserved.add(used.id());
                } while (answer.equals("+OK"));
                assertThat(reserved).hasSizeLessThan(10);

                Taken ofWorkq = Objects.requireNonNull(workq.acquire("w"));
                assertThat(workq.ask(WorkqRequests.complete(ofWorkq.id(), MEBIBYTE)))
                        .isEqualTo("-SERVER-ERROR " + FULL);
                assertThat(workq.complete(ofWorkq)).isTrue();

                Taken ofQless = Objects.requireNonNull(qless.acquire("q"));
                assertThat(qless.call("complete", ofQless.id(), "w", "q", MEBIBYTE_OF_JSON))
                        .isEqualTo(QLESS_FULL);
                assertThat(qless.call("heartbeat", ofQless.id(), "w", MEBIBYTE_OF_JSON))
                        .isEqualTo(QLESS_FULL);
                assertThat(qless.complete(ofQless)).isTrue();

                Taken ofOcypod = Objects.requireNonNull(ocypod.acquire("o"));
                String done = "{\"status\":\"completed\",\"output\":" + MEBIBYTE_OF_JSON + "}";
                assertThat(http.call(OcypodRequests.patch(ofOcypod.id(), ofOcypod.proof(), done), 507)
                                .body())
                        .isEqualTo("{\"error\":\"" + FULL + "\"}");
                assertThat(ocypod.complete(ofOcypod)).isTrue();

                // These two have no results.
                assertThat(goqueue.complete(Objects.requireNonNull(goqueue.acquire("g"))))
                        .isTrue();
                assertThat(jobber.complete(Objects.requireNonNull(jobber.acquire("j"))))
                        .isTrue();
            }
        }
    }

    @Test
    void a_heap_that_is_too_small_is_refused_in_one_line_and_a_larger_one_has_all() throws Exception {
        int jobs;
        try (ServerProcess server = start(96)) {
            try (WorkqClient workq = new WorkqClient(server.awaitReady())) {
                jobs = fill(workq, "x".repeat(20_000)).size();
            }
            server.terminate();
            assertThat(server.awaitExit()).isZero();
        }
        try (ServerProcess server = start(48)) {
            assertThat(server.awaitExit()).isEqualTo(1);
            assertThat(server.lines())
                    .anyMatch(line -> line.matches("reeve: data: the data needs a heap of about \\d+ MiB;"
                            + " this JVM has 48 MiB: start with a larger -Xmx"))
                    .noneMatch(line -> line.contains("OutOfMemoryError"));
        }
        try (ServerProcess server = start(96);
                WorkqClient workq = new WorkqClient(server.awaitReady())) {
            assertThat(server.hasSaid("recovered " + jobs + " jobs")).isTrue();
            assertThat(workq.acquire("full")).isNotNull();
        }
    }

    /** The log has everything once more, and all that was deleted. */
    @Test
    void a_node_of_a_cluster_refuses_jobs_before_its_heap_is_full() throws Exception {
        String listen = "cluster.listen=127.0.0.1:" + freePort();
        String[] init = {"cluster", "init", "--data", data.toString(), "--set", "cluster.name=n1", "--set", listen};
        StringWriter said = new StringWriter();
        PrintWriter out = new PrintWriter(said, true);
        assertThat(ReeveCommand.execute(out, out, init)).as(said.toString()).isZero();
        try (ServerProcess server = start(48, "cluster.name=n1", listen);
                WorkqClient workq = new WorkqClient(server.awaitReady())) {
            for (int round = 0; round < 3; round++) {
                List<String> ids = fill(workq, "x".repeat(20_000));
                assertThat(ids).hasSizeGreaterThan(700);
                ids.forEach(id -> assertThat(workq.remove(id)).isTrue());
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        }
    }
}
