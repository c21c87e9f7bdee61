package dev.reeve.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.EngineVersion;
import dev.reeve.server.ClusterNodeMain;
import dev.reeve.testkit.ClusterProcesses;
import dev.reeve.testkit.ServerProcess;
import dev.reeve.testkit.WorkqClient;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One node after the other gets a newer engine. It is used when all have it, and not before. */
class RollingUpgradeTest {
    private static final int NODES = 3;
    private static final int OLD = EngineVersion.CURRENT - 1;
    private static final List<String> AS_OLD = List.of("-Dreeve.engine-version=" + OLD);
    private static final String USED = "all nodes have version " + EngineVersion.CURRENT + " of the engine";
    /** Reports come twice a second. */
    private static final long REPORTS_MILLIS = 2_000;

    private static final long MOST_SECONDS = 60;

    private int questions;

    private int version(ServerProcess node) throws Exception {
        String question = "question-" + ++questions;
        node.tell(question);
        node.awaitLine(question + " behaves as engine version ");
        return node.hasSaid(question + " behaves as engine version " + EngineVersion.CURRENT + ".")
                ? EngineVersion.CURRENT
                : OLD;
    }

    private void allAreOld(ClusterProcesses cluster) throws Exception {
        for (int i = 0; i < NODES; i++) {
            assertThat(version(cluster.node(i))).as("node %d", i).isEqualTo(OLD);
        }
    }

    private static void replace(ClusterProcesses cluster, int node, List<String> options) throws Exception {
        ServerProcess old = cluster.node(node);
        old.terminate();
        assertThat(old.awaitExit()).as(old.lines().toString()).isZero();
        cluster.startAs(ClusterNodeMain.class, options, node).awaitReady("workq");
    }

    private static void add(ClusterProcesses cluster) throws Exception {
        for (int i = 0; i < NODES; i++) {
            try (WorkqClient client = new WorkqClient(cluster.node(i).awaitReady("workq"))) {
                client.add("q", "x");
            }
        }
    }

    @Test
    void the_newer_engine_is_used_when_all_have_it(@TempDir Path folder) throws Exception {
        try (ClusterProcesses cluster =
                ClusterProcesses.startAs(ClusterNodeMain.class, AS_OLD, folder, NODES, "cluster.patience=30s")) {
            cluster.awaitReady("workq");
            allAreOld(cluster);
            int last = cluster.leader();
            for (int i = 1; i < NODES; i++) {
                replace(cluster, (last + i) % NODES, List.of());
                add(cluster);
                // Whoever leads has heard of all by now.
                Thread.sleep(REPORTS_MILLIS);
                allAreOld(cluster);
                assertThat(cluster.lines()).doesNotContain(USED);
            }
            // The way back is open as long as one is old.
            replace(cluster, (last + 1) % NODES, AS_OLD);
            replace(cluster, (last + 1) % NODES, List.of());
            replace(cluster, last, List.of());
            for (int i = 0; i < NODES; i++) {
                awaitVersion(cluster.node(i));
            }
            assertThat(cluster.lines()).contains(USED);
            add(cluster);
        }
    }

    private void awaitVersion(ServerProcess node) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
        while (version(node) != EngineVersion.CURRENT) {
            assertThat(System.nanoTime()).as(node.lines().toString()).isLessThan(deadline);
            Thread.sleep(REPORTS_MILLIS / 10);
        }
    }
}
