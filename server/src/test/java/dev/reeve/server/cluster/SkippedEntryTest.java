package dev.reeve.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.server.ClusterNodeMain;
import dev.reeve.server.cli.ReeveCommand;
import dev.reeve.testkit.ClusterProcesses;
import dev.reeve.testkit.DoorClient.Phase;
import dev.reeve.testkit.ServerProcess;
import dev.reeve.testkit.WorkqClient;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An entry at which every node stops can be left out, on every node. */
class SkippedEntryTest {
    private static final int NODES = 3;
    private static final long MOST_SECONDS = 60;
    private static final Pattern ADVICE = Pattern.compile("./reeve cluster skip (\\d+)");

    private static String run(int code, String... words) {
        StringWriter printed = new StringWriter();
        PrintWriter out = new PrintWriter(printed, true);
        assertThat(ReeveCommand.execute(out, out, words)).as(printed.toString()).isEqualTo(code);
        return printed.toString();
    }

    /** The position at which nodes stop, once two have: the third may not hear any more that the entry is committed, and is killed. */
    private static String stoppedAt(ClusterProcesses cluster) throws InterruptedException {
        await().atMost(MOST_SECONDS, TimeUnit.SECONDS)
                .until(() -> running(cluster).count() < NODES - 1
                        && !positions(cluster).isEmpty());
        for (ServerProcess node : running(cluster).toList()) {
            node.kill();
        }
        assertThat(cluster.lines()).contains("Reeve halts: ");
        assertThat(positions(cluster)).as(cluster.lines()).hasSize(1);
        return positions(cluster).iterator().next();
    }

    private static Stream<ServerProcess> running(ClusterProcesses cluster) {
        return IntStream.range(0, NODES).mapToObj(cluster::node).filter(ServerProcess::isAlive);
    }

    private static Set<String> positions(ClusterProcesses cluster) {
        return ADVICE.matcher(cluster.lines())
                .results()
                .map(advice -> advice.group(1))
                .collect(Collectors.toSet());
    }

    private static void startAll(ClusterProcesses cluster) throws IOException {
        for (int node = 0; node < NODES; node++) {
            cluster.startAs(ClusterNodeMain.class, List.of(), node);
        }
    }

    @Test
    void a_cluster_that_stops_at_an_entry_goes_on_without_it(@TempDir Path folder) throws Exception {
        try (ClusterProcesses cluster = ClusterProcesses.startAs(
                ClusterNodeMain.class, List.of(), folder, NODES, "journal.segment-size=64KiB")) {
            int[] ports = cluster.awaitReady("workq");
            String job;
            try (WorkqClient client = new WorkqClient(ports[0])) {
                job = client.add("q", "1");
            }
            cluster.node(0).tell("poison");
            String position = stoppedAt(cluster);
            startAll(cluster);
            assertThat(stoppedAt(cluster)).as("after a restart").isEqualTo(position);

            for (int node = 0; node < NODES; node++) {
                String[] words = {
                    "cluster", "skip", position, "--data", cluster.data(node).toString()
                };
                assertThat(run(0, words)).contains("entry " + position + " will be skipped");
                assertThat(run(0, words)).contains("was noted before");
            }
            startAll(cluster);
            for (int port : cluster.awaitReady("workq")) {
                try (WorkqClient client = new WorkqClient(port)) {
                    assertThat(client.look(job)).isEqualTo(Phase.WAITING);
                    assertThat(client.look(client.add("q", "2"))).isEqualTo(Phase.WAITING);
                }
            }
            assertThat(cluster.lines()).contains("entry " + position + " is skipped");
        }
    }

    @Test
    void only_the_folder_of_a_node_has_entries_to_skip(@TempDir Path folder) {
        assertThat(run(1, "cluster", "skip", "7", "--data", folder.toString()))
                .contains("does not belong to a node of a cluster");
        assertThat(run(2, "cluster", "skip", "0", "--data", folder.toString()))
                .contains("expected a number from 1, not 0");
        assertThat(folder).isEmptyDirectory();
    }
}
