package dev.reeve.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.ServerProcess;
import dev.reeve.testkit.WorkqClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a server without a cluster does not need, and does not accept. */
class NoClusterTest {
    @Test
    void nothing_of_the_cluster_is_loaded(@TempDir Path folder) throws Exception {
        Path classes = folder.resolve("classes");
        List<String> options = List.of("-Xlog:class+load:file=" + classes);
        try (ServerProcess server = ServerProcess.startWith(options, folder.resolve("data"))) {
            try (WorkqClient client = new WorkqClient(server.awaitReady())) {
                client.add("q", "x");
            }
            server.terminate();
            server.awaitExit();
        }
        try (Stream<String> lines = Files.lines(classes)) {
            List<String> loaded = lines.toList();
            assertThat(loaded).anyMatch(line -> line.contains("dev.reeve.node.Node "));
            assertThat(loaded).noneMatch(line -> line.contains("dev.reeve.cluster.") || line.contains("com.alipay."));
        }
    }

    @Test
    void the_data_of_a_node_of_a_cluster_is_refused(@TempDir Path folder) throws Exception {
        Files.createDirectories(folder.resolve("cluster"));
        try (ServerProcess server = ServerProcess.start(folder)) {
            server.awaitLine("belongs to a node of a cluster: set cluster.name");
            assertThat(server.awaitExit()).isNotZero();
        }
    }
}
