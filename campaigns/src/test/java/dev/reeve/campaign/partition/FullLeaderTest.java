package dev.reeve.campaign.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.testkit.TestClient;
import dev.reeve.testkit.WorkqClient;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A leader whose disk is full hands over to a node that has room, and keeps leading if none has. Small disks are for root; without them there are no full ones. */
class FullLeaderTest {
    private static final int NODES = 3;
    private static final int PATIENCE_SECONDS = 90;
    private static final String HANDS_OVER = "the disk of this node is nearly full: it hands over to ";

    @Test
    void leadership_goes_to_nodes_with_room_and_not_back(@TempDir Path folder) throws Exception {
        NodeNetwork network = NodeNetwork.create(NODES);
        boolean hasSmallDisks = network.hasLinks();
        try (ClusterUnderTest cluster = new ClusterUnderTest(NODES, network, folder)) {
            cluster.startAll();
            until("there is a leader", () -> cluster.leader() >= 0);
            int first = cluster.leader();
            cluster.fillDisk(first);
            if (!hasSmallDisks) {
                assertThat(handOvers(cluster, first)).isZero();
                return;
            }
            until("another leads", () -> cluster.leader() != first);
            int second = cluster.leader();
            adds(cluster, second);
            cluster.fillDisk(second);
            int third = NODES - first - second;
            until("the only one with room leads", () -> cluster.leader() == third);
            adds(cluster, third);
            cluster.fillDisk(third);
            until("the third knows", () -> hasSaid(cluster, third, "low disk space"));
            cluster.heal();
            for (int node = 0; node < NODES; node++) {
                int healed = node;
                until("there is room again", () -> hasSaid(cluster, healed, "disk space is sufficient again"));
            }
            assertThat(handOvers(cluster, third)).as("nobody had room").isZero();
            adds(cluster, first);
        }
    }

    private static void until(String what, Callable<Boolean> condition) {
        await(what).atMost(PATIENCE_SECONDS, TimeUnit.SECONDS).until(condition);
    }

    private static boolean hasSaid(ClusterUnderTest cluster, int node, String words) {
        return cluster.lines(node).stream().anyMatch(line -> line.contains(words));
    }

    private static long handOvers(ClusterUnderTest cluster, int node) {
        return cluster.lines(node).stream()
                .filter(line -> line.contains(HANDS_OVER))
                .count();
    }

    private static void adds(ClusterUnderTest cluster, int node) {
        InetSocketAddress address = Objects.requireNonNull(cluster.address(node, "workq"));
        try (WorkqClient client = new WorkqClient(new TestClient(address, new AtomicLong(), 0))) {
            assertThat(client.add("q", "x")).isNotEmpty();
        }
    }
}
