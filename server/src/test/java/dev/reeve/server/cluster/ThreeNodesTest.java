package dev.reeve.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.ClusterProcesses;
import dev.reeve.testkit.DoorClient;
import dev.reeve.testkit.ServerProcess;
import dev.reeve.testkit.WorkqClient;
import dev.reeve.testkit.WorkqRequests;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three real processes are one server, and go on without one of them. */
class ThreeNodesTest {
    private static final int JOBS = 20;
    private static final int PASSING_JOBS = 200;
    private static final int ROUNDS = 4;
    private static final long MOST_DISK_BYTES = 4 << 20;

    /** Small segments, so that snapshots are taken and the log is cut; patience for an election on a busy machine. */
    private static final String[] SETTINGS = {"journal.segment-size=64KiB", "cluster.patience=8s"};

    private final Set<String> added = new TreeSet<>();

    @Test
    void nothing_acknowledged_is_lost_with_the_leader(@TempDir Path folder) throws Exception {
        try (ClusterProcesses cluster = ClusterProcesses.start(folder, 3, SETTINGS)) {
            int[] ports = cluster.awaitReady("workq");
            List<WorkqClient> clients = new ArrayList<>();
            for (int port : ports) {
                clients.add(new WorkqClient(port));
            }
            areOneServer(clients.get(0), clients.get(1), clients.get(2));
            clients.forEach(client -> add(client, JOBS));

            int lost = cluster.leader();
            cluster.node(lost).kill();
            clients.remove(lost).close();
            // The connections are older than the kill, and see no error.
            try {
                clients.forEach(client -> add(client, 1));
            } catch (UncheckedIOException e) {
                throw new AssertionError("the survivors said " + cluster.lines(), e);
            }
            for (int round = 0; round < ROUNDS; round++) {
                passThrough(clients.get(0));
            }

            ServerProcess back = cluster.restart(lost);
            clients.add(new WorkqClient(back.awaitReady()));
            back.awaitLine("installed another node's snapshot");
            assertThat(takeAll(clients)).isEqualTo(added);
            for (int node = 0; node < 3; node++) {
                assertThat(bytes(cluster.data(node))).as("node %s", node).isLessThan(MOST_DISK_BYTES);
            }

            aloneItRefuses(cluster, lost, clients.get(2));
            clients.forEach(WorkqClient::close);
        }
    }

    /** What one node was told, the others know; who waits at one is served by what comes to another. */
    private static void areOneServer(WorkqClient first, WorkqClient second, WorkqClient third) {
        String id = first.add("mail", "hello");
        DoorClient.Taken taken = Objects.requireNonNull(second.acquire("mail"));
        assertThat(taken.id()).isEqualTo(id);
        assertThat(third.acquire("mail")).isNull();
        third.send(WorkqRequests.lease(60_000, "later"));
        String later = first.add("later", "hello");
        assertThat(third.readLine()).isEqualTo("+OK 1");
        assertThat(third.readLine()).contains(later);
        assertThat(third.readLine()).isEqualTo("hello");
        assertThat(second.complete(taken)).isTrue();
        assertThat(third.ask("result " + id + " 0\r\n")).isEqualTo("+OK 1");
        assertThat(third.readResult().id()).isEqualTo(id);
    }

    private void add(WorkqClient client, int jobs) {
        for (int i = 0; i < jobs; i++) {
            added.add(client.add("q", "x"));
        }
    }

    /** Jobs that come and go let the log grow, and not the state. */
    private static void passThrough(WorkqClient client) {
        List<String> ids = Stream.generate(() -> UUID.randomUUID().toString())
                .limit(PASSING_JOBS)
                .toList();
        StringBuilder adds = new StringBuilder();
        StringBuilder deletes = new StringBuilder();
        for (String id : ids) {
            adds.append(WorkqRequests.add(id, "passing", 60_000, 60_000, "x".repeat(1000)));
            deletes.append("delete ").append(id).append("\r\n");
        }
        for (String requests : List.of(adds.toString(), deletes.toString())) {
            client.send(requests);
            ids.forEach(id -> assertThat(client.readLine()).isEqualTo("+OK"));
        }
    }

    /** Takes all jobs, at one node after the other. */
    private static Set<String> takeAll(List<WorkqClient> clients) {
        Set<String> found = new TreeSet<>();
        for (int i = 0; ; i++) {
            DoorClient.Taken taken = clients.get(i % clients.size()).acquire("q");
            if (taken == null) {
                return found;
            }
            assertThat(found.add(taken.id()))
                    .as("%s was leased twice", taken.id())
                    .isTrue();
        }
    }

    private static long bytes(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> {
                        try {
                            return Files.size(file);
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    })
                    .sum();
        }
    }

    /** Without a majority nothing is answered, and nobody waits for ever. */
    private static void aloneItRefuses(ClusterProcesses cluster, int alone, WorkqClient client) throws Exception {
        for (int node = 0; node < 3; node++) {
            if (node != alone) {
                cluster.node(node).kill();
            }
        }
        try (WorkqClient another = new WorkqClient(cluster.node(alone).awaitReady())) {
            // Requests may still be taken for a leader that is gone: then the connection ends.
            another.send(WorkqRequests.lease(0, "q"));
            assertThat(client.ask(WorkqRequests.lease(0, "q"))).isEqualTo("-SERVER-ERROR The cluster has no leader");
        }
    }
}
