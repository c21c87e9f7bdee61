package dev.reeve.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.server.ClusterNodeMain;
import dev.reeve.testkit.ClusterProcesses;
import dev.reeve.testkit.Scrape;
import dev.reeve.testkit.ServerProcess;
import dev.reeve.testkit.WorkqClient;
import dev.reeve.testkit.WorkqRequests;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node whose state is no longer that of the others, for whatever reason, is found and ends; nobody else does. */
class DivergingNodeTest {
    private static final int NODES = 3;
    private static final int AT_A_TIME = 500;
    private static final int ENTRIES_BETWEEN_SUMS = 1_000;
    private static final long MOST_SECONDS = 60;
    private static final int HALTED = 3;

    /** Small segments, so that nodes take snapshots at different times. */
    private static final String[] SETTINGS = {"http.port=0", "journal.segment-size=64KiB", "cluster.patience=20s"};

    private static void add(WorkqClient client, int count) {
        for (int from = 0; from < count; from += AT_A_TIME) {
            StringBuilder adds = new StringBuilder();
            for (int i = 0; i < AT_A_TIME; i++) {
                adds.append(WorkqRequests.add(UUID.randomUUID().toString(), "q", 60_000, 3_600_000, "x"));
            }
            client.send(adds.toString());
            for (int i = 0; i < AT_A_TIME; i++) {
                assertThat(client.readLine()).isEqualTo("+OK");
            }
        }
    }

    private static double value(ClusterProcesses cluster, int node, String metric, String... labels)
            throws InterruptedException {
        return Scrape.of(cluster.node(node).awaitReady("http")).value(metric, labels);
    }

    private static void untilCompared(ClusterProcesses cluster, int node) throws InterruptedException {
        double before = value(cluster, node, "reeve_cluster_states_compared_total");
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
        while (value(cluster, node, "reeve_cluster_states_compared_total") < before + 2) {
            assertThat(System.nanoTime()).as("no sums are compared").isLessThan(deadline);
            try (WorkqClient client = new WorkqClient(cluster.node(node).awaitReady("workq"))) {
                add(client, ENTRIES_BETWEEN_SUMS);
            }
        }
    }

    private static void awaitAll(ClusterProcesses cluster) throws InterruptedException {
        cluster.awaitReady("workq");
    }

    @Test
    void it_ends_and_cannot_come_back(@TempDir Path folder) throws Exception {
        try (ClusterProcesses cluster =
                ClusterProcesses.startAs(ClusterNodeMain.class, List.of(), folder, NODES, SETTINGS)) {
            awaitAll(cluster);
            int wrong = cluster.leader();
            int right = (wrong + 1) % NODES;
            int restarted = (wrong + 2) % NODES;
            equalNodesAreLeftAlone(cluster, right, restarted);

            ServerProcess node = cluster.node(wrong);
            node.tell("diverge");
            node.awaitLine("the state is another one now");
            try (WorkqClient client = new WorkqClient(cluster.node(right).awaitReady("workq"))) {
                add(client, 2 * ENTRIES_BETWEEN_SUMS);
                assertThat(node.awaitExit()).as(node.lines().toString()).isEqualTo(HALTED);
                assertThat(node.lines().toString())
                        .contains("Reeve halts: the state of this node differs from that of most nodes after entry ");
                add(client, AT_A_TIME);
            }
            assertThat(value(cluster, right, "reeve_cluster_state_differs", "node", "n" + (wrong + 1)))
                    .isEqualTo(1);

            ServerProcess again = cluster.restart(wrong);
            assertThat(again.awaitExit()).isNotZero();
            assertThat(again.lines().toString())
                    .contains(
                            "differs from that of most nodes after entry ",
                            "let a node with an empty data folder join");
            List<ServerProcess> others = List.of(cluster.node(right), cluster.node(restarted));
            assertThat(others).allMatch(ServerProcess::isAlive);
        }
    }

    /** They have taken snapshots at different times, and one was started again. */
    private static void equalNodesAreLeftAlone(ClusterProcesses cluster, int one, int restarted) throws Exception {
        untilCompared(cluster, one);
        cluster.node(restarted).kill();
        try (WorkqClient client = new WorkqClient(cluster.node(one).awaitReady("workq"))) {
            add(client, 5 * ENTRIES_BETWEEN_SUMS);
        }
        cluster.startAs(ClusterNodeMain.class, List.of(), restarted).awaitReady("workq");
        untilCompared(cluster, restarted);
        untilCompared(cluster, one);
        List<String> said = new ArrayList<>();
        for (int node = 0; node < NODES; node++) {
            assertThat(cluster.node(node).isAlive()).isTrue();
            said.addAll(cluster.node(node).lines());
        }
        assertThat(said).noneMatch(line -> line.contains("differs"));
    }
}
