package dev.reeve.campaign.partition;

import dev.reeve.testkit.HttpDoorRequest;
import dev.reeve.testkit.RawHttp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** All that is to know of running nodes, for a campaign that does not get on: threads, heaps, what they know of each other, metrics, logs. */
final class ClusterDump {
    private static final List<String> PATHS = List.of("/v1/nodes", "/readyz", "/metrics");
    private static final int DUMPS = 3;
    private static final long PAUSE_MILLIS = 1_000;
    private static final long MOST_SECONDS = 20;

    private ClusterDump() {}

    /** Writes it into files of a new folder. Returns the folder, and the ends of the logs. */
    static String of(ClusterUnderTest cluster) throws IOException, InterruptedException {
        Path folder = Path.of("target", "stalls", Instant.now().toString().replace(':', '-'))
                .toAbsolutePath();
        Files.createDirectories(folder);
        for (int dump = 0; dump < DUMPS; dump++) {
            for (int node = 0; node < cluster.size(); node++) {
                command(cluster, node, folder.resolve("node" + node + "-threads-" + dump), "Thread.print");
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
        for (int node = 0; node < cluster.size(); node++) {
            Path heap = folder.resolve("node" + node + ".hprof");
            command(cluster, node, folder.resolve("node" + node + "-heap"), "GC.heap_dump", "-all", heap.toString());
        }
        for (int node = 0; node < cluster.size(); node++) {
            Files.write(folder.resolve("node" + node + "-http"), answers(cluster, node));
        }
        cluster.keepLogs(folder);
        return "threads, heaps, metrics and logs are in %s; last lines: %s".formatted(folder, cluster.lastLines());
    }

    /** Has the JVM of a node carry out a command. */
    private static void command(ClusterUnderTest cluster, int node, Path output, String... words)
            throws IOException, InterruptedException {
        if (!cluster.isRunning(node)) {
            return;
        }
        List<String> all = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(), Long.toString(cluster.pid(node))));
        all.addAll(List.of(words));
        Process process = new ProcessBuilder(all)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }

    private static List<String> answers(ClusterUnderTest cluster, int node) {
        List<String> lines = new ArrayList<>();
        InetSocketAddress http = cluster.address(node, "http");
        if (http == null) {
            return lines;
        }
        for (String path : PATHS) {
            lines.add("GET " + path);
            try (RawHttp client = new RawHttp(http)) {
                RawHttp.Answer answer = client.call(HttpDoorRequest.of("GET", path));
                lines.add(answer.status() + "\n" + answer.body());
            } catch (UncheckedIOException | AssertionError e) {
                lines.add(e.toString());
            }
        }
        return lines;
    }
}
