package dev.reeve.server.testing;

import dev.reeve.engine.EngineVersion;
import dev.reeve.server.Machine;
import dev.reeve.testkit.ClusterAddresses;
import dev.reeve.testkit.HttpDoorRequest;
import dev.reeve.testkit.RawHttp;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A cluster of servers in this JVM, which talk through sockets; the last word about processes have those of
 * {@link dev.reeve.testkit.ClusterProcesses}. The nodes are n1, n2 and so on; the first has index 0.
 */
public final class LocalCluster implements AutoCloseable {
    private static final Pattern LEADER =
            Pattern.compile("\"name\":\"n(\\d+)\",\"address\":\"[^\"]+\",\"role\":\"leader\"");

    private final Path folder;
    private final ClusterAddresses addresses;
    private final List<String> settings;
    private final List<LocalServer> nodes = new ArrayList<>();

    private LocalCluster(Path folder, int count, String... settings) throws IOException {
        this.folder = folder;
        this.addresses = new ClusterAddresses(count);
        this.settings = List.of(settings);
    }

    /** Starts nodes with empty data folders, and these settings of all as {@code key=value}. */
    public static LocalCluster start(Path folder, int count, String... settings) throws IOException {
        return startAs(EngineVersion.CURRENT, folder, count, settings);
    }

    /** The same with nodes that have this version of the engine. */
    public static LocalCluster startAs(int engineVersion, Path folder, int count, String... settings)
            throws IOException {
        LocalCluster cluster = new LocalCluster(folder, count, settings);
        for (int i = 0; i < count; i++) {
            cluster.nodes.add(cluster.begin(i, engineVersion));
        }
        return cluster;
    }

    private LocalServer begin(int index, int engineVersion) {
        Machine machine = new Machine(Machine.REAL.disks(), Machine.REAL.clock(), engineVersion);
        return LocalServer.begin(machine, folder.resolve("n" + (index + 1)), addresses.settings(index, settings));
    }

    /** Where a node is reached by the others. */
    public String address(int index) {
        return addresses.of(index);
    }

    public LocalServer node(int index) {
        return nodes.get(index);
    }

    /** Starts a node again that was stopped. */
    public LocalServer restart(int index) {
        return restartAs(EngineVersion.CURRENT, index);
    }

    public LocalServer restartAs(int engineVersion, int index) {
        nodes.set(index, begin(index, engineVersion));
        return nodes.get(index);
    }

    /** The node that leads in the eyes of another one, which has HTTP; -1 if it knows none. */
    public int leader(int asked) {
        try (RawHttp http = new RawHttp(nodes.get(asked).awaitReady("http"))) {
            Matcher leader = LEADER.matcher(
                    http.call(HttpDoorRequest.of("GET", "/v1/nodes"), 200).body());
            return leader.find() ? Integer.parseInt(leader.group(1)) - 1 : -1;
        }
    }

    /** Waits until all nodes serve, and returns their ports of a door. */
    public int[] awaitReady(String door) {
        return nodes.stream().mapToInt(node -> node.awaitReady(door)).toArray();
    }

    @Override
    public void close() {
        nodes.forEach(LocalServer::close);
    }
}
