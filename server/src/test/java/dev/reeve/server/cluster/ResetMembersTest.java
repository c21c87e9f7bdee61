package dev.reeve.server.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.server.FolderTree;
import dev.reeve.server.cli.ReeveCommand;
import dev.reeve.testkit.ClusterProcesses;
import dev.reeve.testkit.DoorClient;
import dev.reeve.testkit.DoorClient.Phase;
import dev.reeve.testkit.ServerProcess;
import dev.reeve.testkit.WorkqClient;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster that has lost most of its nodes goes on with the one that is left, and the lost ones stay out. */
class ResetMembersTest {
    private static final int JOBS = 40;
    private static final int REMOVED = 300;
    private static final int HALTED = 3;
    private static final String SEGMENTS = "journal.segment-size=64KiB";

    @TempDir
    private Path folder;

    private final List<ServerProcess> started = new ArrayList<>();
    private final Set<String> acknowledged = new TreeSet<>();

    @AfterEach
    void end() {
        started.forEach(ServerProcess::close);
    }

    private static String run(int code, String... words) {
        StringWriter printed = new StringWriter();
        PrintWriter out = new PrintWriter(printed, true);
        assertThat(ReeveCommand.execute(out, out, words)).as(printed.toString()).isEqualTo(code);
        return printed.toString();
    }

    private static String[] reset(ClusterProcesses cluster, int node, String... more) {
        Stream<String> words = Stream.of(
                "cluster",
                "reset-members",
                "--data",
                cluster.data(node).toString(),
                "--set",
                "cluster.name=n" + (node + 1),
                "--set",
                "cluster.listen=" + cluster.address(node),
                "--set",
                SEGMENTS);
        return Stream.concat(words, Stream.of(more)).toArray(String[]::new);
    }

    /** Runs it as a program whose user answers. */
    private static String answered(String answer, String... words) throws Exception {
        List<String> command = new ArrayList<>(ServerProcess.java());
        command.add("dev.reeve.server.Main");
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().write((answer + "\n").getBytes(UTF_8));
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(printed).isEqualTo(1);
        return printed;
    }

    /** More changes than state, so that there are a snapshot and a log after it. */
    private void fill(int[] ports) {
        try (WorkqClient client = new WorkqClient(ports[1])) {
            for (int i = 0; i < REMOVED; i++) {
                client.remove(client.add("gone", "x".repeat(1000)));
            }
        }
        for (int port : ports) {
            try (WorkqClient client = new WorkqClient(port)) {
                for (int i = 0; i < JOBS; i++) {
                    acknowledged.add(client.add("q", "x"));
                }
            }
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file)));
            }
        }
    }

    private ServerProcess start(Path data, String name, String address) throws IOException {
        ServerProcess node =
                ServerProcess.start(data, "cluster.name=" + name, "cluster.listen=" + address, "http.port=0", SEGMENTS);
        started.add(node);
        return node;
    }

    private static void join(int http, int code, String name, String address, String expected) {
        assertThat(run(code, "cluster", "join", name, address, "--url", "http://127.0.0.1:" + http))
                .contains(expected);
    }

    @Test
    void the_last_node_serves_what_was_acknowledged_and_the_lost_ones_stay_out() throws Exception {
        try (ClusterProcesses cluster = ClusterProcesses.start(folder, 3, "http.port=0", SEGMENTS)) {
            fill(cluster.awaitReady("workq"));
            int left = 2;
            try (WorkqClient client = new WorkqClient(cluster.node(left).awaitReady())) {
                // What a node has answered it has.
                acknowledged.forEach(id -> assertThat(client.look(id)).isEqualTo(Phase.WAITING));
            }
            assertThat(run(1, reset(cluster, left, "--yes"))).contains("stop that one first");
            lose(cluster, left);
            isRefusedOrDenied(cluster, left);

            assertThat(run(0, reset(cluster, left, "--yes"))).contains("n3 is the only node", "before-reset-1");
            isRepeatedWhereItEnded(cluster, left);
            assertThat(run(1, reset(cluster, left, "--yes"))).contains("n3 is the only member of its cluster already");

            ServerProcess alone = start(cluster.data(left), "n3", cluster.address(left));
            int http = alone.awaitReady("http");
            // Numbers and terms that no member of the old cluster has had.
            assertThat(cluster.data(left).resolve("cluster/identity")).content().contains("admitted n3 101 ");
            assertThat(alone.hasSaid("this node leads the cluster in term 1000001"))
                    .isTrue();
            othersComeBackWithEmptyFolders(cluster, http);
        }
    }

    /** Two machines are gone, but of one there is an old copy. */
    private void lose(ClusterProcesses cluster, int left) throws Exception {
        for (int lost = 0; lost < left; lost++) {
            cluster.node(lost).kill();
        }
        cluster.node(left).terminate();
        cluster.node(left).awaitExit();
        copy(cluster.data(0), folder.resolve("copy"));
        for (int lost = 0; lost < left; lost++) {
            FolderTree.delete(cluster.data(lost));
        }
        try (Stream<Path> snapshots = Files.list(cluster.data(left).resolve("cluster/snapshots"))) {
            assertThat(snapshots).as("snapshots").isNotEmpty();
        }
    }

    private static void isRefusedOrDenied(ClusterProcesses cluster, int left) throws Exception {
        Path data = cluster.data(left);
        byte[] identity = Files.readAllBytes(data.resolve("cluster/identity"));
        assertThat(answered("n", reset(cluster, left)))
                .contains("n3 becomes a cluster of its own, without n1, n2.")
                .containsPattern("Its log ends with entry \\d+ of term \\d+")
                .contains("Acknowledged is what 2 of 3 nodes have written")
                .contains("nothing was done");
        assertThat(run(
                        1,
                        "cluster",
                        "reset-members",
                        "--data",
                        data.toString(),
                        "--set",
                        "cluster.name=n9",
                        "--set",
                        "cluster.listen=127.0.0.1:1",
                        "--yes"))
                .contains("belongs to n3, not to n9");
        assertThat(run(
                        1,
                        "cluster",
                        "reset-members",
                        "--data",
                        data.resolve("none").toString(),
                        "--set",
                        "cluster.name=n3",
                        "--set",
                        "cluster.listen=127.0.0.1:1",
                        "--yes"))
                .contains("does not belong to a node of a cluster");
        assertThat(data.resolve("cluster.reset")).doesNotExist();
        assertThat(data.resolve("cluster/identity")).hasBinaryContent(identity);
    }

    /** The last step was not done when the power went: until it is, nothing else can be done with the folder. */
    private static void isRepeatedWhereItEnded(ClusterProcesses cluster, int left) throws Exception {
        Path data = cluster.data(left);
        Files.move(data.resolve("cluster"), data.resolve("cluster.reset"));
        for (String[] words : new String[][] {
            {"serve", "--data", data.toString()},
            {"serve", "--data", data.toString(), "--set", "cluster.name=n3", "--set", "cluster.listen=127.0.0.1:1"},
            {
                "cluster",
                "init",
                "--data",
                data.toString(),
                "--set",
                "cluster.name=n3",
                "--set",
                "cluster.listen=127.0.0.1:1"
            }
        }) {
            assertThat(run(1, words)).contains("reset-members was interrupted", "run it again");
        }
        assertThat(run(0, reset(cluster, left))).contains("is complete");
        assertThat(data.resolve("cluster.reset")).doesNotExist();
        // An attempt that ended earlier is begun again.
        Files.createDirectories(data.resolve("cluster.reset/log"));
    }

    private void othersComeBackWithEmptyFolders(ClusterProcesses cluster, int http) throws Exception {
        ServerProcess old = start(folder.resolve("copy"), "n1", cluster.address(0));
        old.awaitLine("cluster listens on ");
        join(http, 5, "n1", cluster.address(0), "n1 belongs to another cluster");
        old.kill();

        for (int node = 0; node < 2; node++) {
            ServerProcess added = start(folder.resolve("new" + node), "n" + (node + 1), cluster.address(node));
            added.awaitLine("cluster listens on ");
            join(http, 0, "n" + (node + 1), cluster.address(node), "is a member");
            added.awaitReady();
        }
        ServerProcess first = started.get(started.size() - 2);
        first.terminate();
        first.awaitExit();
        ServerProcess again = start(folder.resolve("copy"), "n1", cluster.address(0));
        again.awaitLine("most nodes of this node's cluster belong to another one now");
        assertThat(again.awaitExit()).isEqualTo(HALTED);
        assertThat(again.hasSaid("this node leads")).isFalse();
        assertThat(again.hasSaid("Reeve is ready")).isFalse();

        int port = start(folder.resolve("new0"), "n1", cluster.address(0)).awaitReady();
        Set<String> found = new TreeSet<>();
        try (WorkqClient client = new WorkqClient(port)) {
            DoorClient.Taken taken;
            while ((taken = client.acquire("q")) != null) {
                found.add(taken.id());
            }
        }
        assertThat(found).isEqualTo(acknowledged);
    }
}
