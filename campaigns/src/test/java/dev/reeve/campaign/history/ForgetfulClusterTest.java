package dev.reeve.campaign.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.ClusterProcesses;
import dev.reeve.testkit.Folders;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The negative control with three nodes: without syncs a power cut leaves disks as they were some time before the last replies. If
 * that happens to two of three, and the third is gone, nobody is left who knows what was acknowledged meanwhile.
 */
class ForgetfulClusterTest {
    private static final long SEED = Long.getLong("reeve.seed", System.nanoTime());
    private static final int NODES = 3;
    private static final int REPLIES = 300;
    private static final String[] SETTINGS = {
        "qless.port=0",
        "goqueue.port=0",
        "http.port=0",
        "journal.segment-size=256KiB",
        "jobber.visibility-timeout=24h",
        "limits.connections-per-address=100%"
    };

    private volatile List<Integer> serving = List.of();

    @Test
    void a_majority_that_forgets_what_was_acknowledged_is_found_out(@TempDir Path folder) throws Exception {
        CallLog log = new CallLog(false);
        try (ClusterProcesses cluster = ClusterProcesses.start(folder.resolve("nodes"), NODES, SETTINGS)) {
            HistoryLoad load = new HistoryLoad("h", addresses(cluster), log, new SplittableRandom(SEED));
            cluster.awaitReady("workq");
            serving = List.of(0, 1, 2);
            load.start();
            load.awaitReplies(REPLIES);
            copyWhilePaused(cluster, folder);
            load.awaitReplies(REPLIES);
            serving = List.of();
            for (int node = 0; node < NODES; node++) {
                cluster.node(node).kill();
            }
            for (int node : List.of(0, 1)) {
                Folders.delete(cluster.data(node));
                Folders.copy(earlier(folder, node), cluster.data(node));
                cluster.restart(node);
            }
            cluster.node(0).awaitReady();
            cluster.node(1).awaitReady();
            serving = List.of(0, 1);
            load.awaitReplies(REPLIES);
            load.stop();
            long endedAt = log.now();
            load.lookAtAll();
            List<String> violations = new HistoryChecker(log.calls()).violationsAtEnd(endedAt);
            System.out.printf("history: seed %d, %d violations by forgetful nodes%n", SEED, violations.size());
            assertThat(violations).anyMatch(text -> text.startsWith("lost"));
        }
    }

    private HistoryLoad.Addresses addresses(ClusterProcesses cluster) {
        AtomicInteger connections = new AtomicInteger();
        return new HistoryLoad.Addresses() {
            @Override
            public @Nullable InetSocketAddress of(int client, String listener) {
                List<Integer> nodes = serving;
                if (nodes.isEmpty()) {
                    return null;
                }
                int node = nodes.get(connections.getAndIncrement() % nodes.size());
                try {
                    return new InetSocketAddress(
                            InetAddress.getLoopbackAddress(), cluster.node(node).awaitReady(listener));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return null;
                }
            }

            @Override
            public boolean areInTrouble() {
                return true;
            }
        };
    }

    private static Path earlier(Path folder, int node) {
        return folder.resolve("earlier" + node);
    }

    private static void copyWhilePaused(ClusterProcesses cluster, Path folder) throws Exception {
        for (int node = 0; node < NODES; node++) {
            cluster.node(node).signal("STOP");
        }
        for (int node : List.of(0, 1)) {
            Folders.copy(cluster.data(node), earlier(folder, node));
        }
        for (int node = 0; node < NODES; node++) {
            cluster.node(node).signal("CONT");
        }
    }
}
