package dev.reeve.testkit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A cluster of real servers as separate processes on this machine. The nodes are n1, n2 and so on; the first has index 0. */
public final class ClusterProcesses implements AutoCloseable {
    private static final String LEADS = "this node leads the cluster in term ";

    private final Path folder;
    private final ClusterAddresses addresses;
    private final List<String> settings;
    private final List<String> options;
    private final List<ServerProcess> nodes = new ArrayList<>();

    private ClusterProcesses(Path folder, int founders, List<String> options, List<String> settings)
            throws IOException {
        this.folder = folder;
        this.addresses = new ClusterAddresses(founders);
        this.options = options;
        this.settings = settings;
    }

    /** Starts nodes with empty data folders, and these settings of all as {@code key=value}. */
    public static ClusterProcesses start(Path folder, int count, String... settings) throws IOException {
        return startWith(List.of(), folder, count, settings);
    }

    /** The same with JVM options, which override the defaults. */
    public static ClusterProcesses startWith(List<String> options, Path folder, int count, String... settings)
            throws IOException {
        ClusterProcesses cluster = new ClusterProcesses(folder, count, options, List.of(settings));
        for (int i = 0; i < count; i++) {
            cluster.nodes.add(cluster.startNode(i));
        }
        return cluster;
    }

    /** The same with another program than the server. */
    public static ClusterProcesses startAs(
            Class<?> program, List<String> options, Path folder, int count, String... settings) throws IOException {
        ClusterProcesses cluster = new ClusterProcesses(folder, count, List.of(), List.of(settings));
        for (int i = 0; i < count; i++) {
            cluster.nodes.add(ServerProcess.startWith(program, options, cluster.data(i), cluster.settings(i)));
        }
        return cluster;
    }

    /** Starts one more node, which waits until the cluster takes it in. Returns its index. */
    public int startNewcomer() throws IOException {
        int index = addresses.add();
        nodes.add(startNode(index));
        return index;
    }

    /** Where a node is reached by the others. */
    public String address(int index) {
        return addresses.of(index);
    }

    private ServerProcess startNode(int index) throws IOException {
        return ServerProcess.startWith(options, data(index), settings(index));
    }

    private String[] settings(int index) {
        return addresses.settings(index, settings);
    }

    /** The data folder of a node. */
    public Path data(int index) {
        return folder.resolve("n" + (index + 1));
    }

    public ServerProcess node(int index) {
        return nodes.get(index);
    }

    /** What all nodes have said. */
    public String lines() {
        return nodes.stream().map(node -> String.join("\n", node.lines())).collect(Collectors.joining("\n\n"));
    }

    /** Starts a node again that has ended. */
    public ServerProcess restart(int index) throws IOException {
        nodes.set(index, startNode(index));
        return nodes.get(index);
    }

    /** Starts a node, which is not running, by another program than the server, with JVM options. */
    public ServerProcess startAs(Class<?> program, List<String> options, int index) throws IOException {
        nodes.set(index, ServerProcess.startWith(program, options, data(index), settings(index)));
        return nodes.get(index);
    }

    /** The node that was the last to say that it leads; -1 if none has. Terms grow, and each has one leader. */
    public int leader() {
        int leader = -1;
        long last = 0;
        for (int i = 0; i < nodes.size(); i++) {
            long term = nodes.get(i).isAlive() ? lastTerm(nodes.get(i)) : 0;
            if (term > last) {
                last = term;
                leader = i;
            }
        }
        return leader;
    }

    private static long lastTerm(ServerProcess node) {
        return node.lines().stream()
                .filter(line -> line.contains(LEADS))
                .map(line -> line.substring(line.indexOf(LEADS) + LEADS.length()))
                .mapToLong(text -> Long.parseLong(text.replaceAll("\\D.*", "")))
                .max()
                .orElse(0);
    }

    /** Waits until all nodes serve, and returns their ports of a door. */
    public int[] awaitReady(String door) throws InterruptedException {
        int[] all = new int[nodes.size()];
        for (int i = 0; i < all.length; i++) {
            all[i] = nodes.get(i).awaitReady(door);
        }
        return all;
    }

    @Override
    public void close() {
        nodes.forEach(ServerProcess::close);
    }

    @Override
    public String toString() {
        return addresses.toString();
    }
}
