package dev.reeve.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.EngineVersion;
import dev.reeve.server.EngineOf;
import dev.reeve.server.testing.LocalCluster;
import dev.reeve.server.testing.LocalServer;
import dev.reeve.testkit.LogLines;
import dev.reeve.testkit.WorkqClient;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One node after the other gets a newer engine. It is used when all have it, and not before. */
class RollingUpgradeTest {
    private static final int NODES = 3;
    private static final int OLD = EngineVersion.CURRENT - 1;
    private static final String USED = "all nodes have version " + EngineVersion.CURRENT + " of the engine";
    /** Reports come twice a second. */
    private static final long REPORTS_MILLIS = 2_000;

    private static final long MOST_SECONDS = 60;

    private static int version(LocalServer node) throws Exception {
        node.awaitReady("workq");
        return EngineOf.version(node.server());
    }

    private static void allAreOld(LocalCluster cluster) throws Exception {
        for (int i = 0; i < NODES; i++) {
            assertThat(version(cluster.node(i))).as("node %d", i).isEqualTo(OLD);
        }
    }

    private static void replace(LocalCluster cluster, int node, int engineVersion) {
        assertThat(cluster.node(node).stop()).isTrue();
        cluster.restartAs(engineVersion, node).awaitReady("workq");
    }

    private static void add(LocalCluster cluster) {
        for (int i = 0; i < NODES; i++) {
            try (WorkqClient client = new WorkqClient(cluster.node(i).awaitReady("workq"))) {
                client.add("q", "x");
            }
        }
    }

    @Test
    void the_newer_engine_is_used_when_all_have_it(@TempDir Path folder) throws Exception {
        try (LogLines said = LogLines.all("dev.reeve.cluster.member");
                LocalCluster cluster =
                        LocalCluster.startAs(OLD, folder, NODES, "http.port=0", "cluster.patience=30s")) {
            cluster.awaitReady("workq");
            allAreOld(cluster);
            int last = cluster.leader(0);
            assertThat(last).isNotNegative();
            for (int i = 1; i < NODES; i++) {
                replace(cluster, (last + i) % NODES, EngineVersion.CURRENT);
                add(cluster);
                // Whoever leads has heard of all by now.
                Thread.sleep(REPORTS_MILLIS);
                allAreOld(cluster);
                assertThat(said.told()).noneMatch(line -> line.startsWith(USED));
            }
            // The way back is open as long as one is old.
            replace(cluster, (last + 1) % NODES, OLD);
            replace(cluster, (last + 1) % NODES, EngineVersion.CURRENT);
            replace(cluster, last, EngineVersion.CURRENT);
            for (int i = 0; i < NODES; i++) {
                awaitVersion(cluster.node(i));
            }
            assertThat(said.told()).anyMatch(line -> line.startsWith(USED));
            add(cluster);
        }
    }

    private static void awaitVersion(LocalServer node) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
        while (version(node) != EngineVersion.CURRENT) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            Thread.sleep(REPORTS_MILLIS / 10);
        }
    }
}
