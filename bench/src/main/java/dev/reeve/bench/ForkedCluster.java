package dev.reeve.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Three servers as one cluster, each in a process and with a data folder of its own. The first has index 0. */
final class ForkedCluster implements AutoCloseable {
    static final int SIZE = 3;
    /** Below the range from which the system takes ports for clients. */
    private static final int LOWEST_PORT = 20_000;

    private static final int HIGHEST_PORT = 32_000;
    /** A node serves only when the others have started. */
    private static final Executor STARTS = task -> new Thread(task, "start").start();

    private final Path folder;
    private final List<String> settings;
    private final List<Integer> ports = new ArrayList<>();
    private final List<ForkedReeve> nodes = new ArrayList<>();

    private ForkedCluster(Path folder, List<String> settings) throws IOException {
        this.folder = folder;
        this.settings = settings;
        for (int i = 0; i < SIZE; i++) {
            ports.add(freePort());
        }
    }

    /** Starts all nodes with empty data folders, and waits until they serve. */
    static ForkedCluster start(Path folder, String... settings) throws IOException {
        ForkedCluster cluster = new ForkedCluster(folder, List.of(settings));
        List<CompletableFuture<ForkedReeve>> starts = IntStream.range(0, SIZE)
                .mapToObj(index -> CompletableFuture.supplyAsync(() -> cluster.startNode(index), STARTS))
                .toList();
        starts.forEach(node -> cluster.nodes.add(node.join()));
        return cluster;
    }

    private static int freePort() throws IOException {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST_PORT, HIGHEST_PORT);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (BindException e) {
                // In use: the next one.
            }
        }
    }

    private ForkedReeve startNode(int index) {
        String peers = IntStream.range(0, SIZE)
                .mapToObj(i -> "\"n" + (i + 1) + "=127.0.0.1:" + ports.get(i) + "\"")
                .collect(Collectors.joining(", ", "[", "]"));
        List<String> all = new ArrayList<>(settings);
        all.add("cluster.name=n" + (index + 1));
        all.add("cluster.peers=" + peers);
        try {
            return ForkedReeve.start(data(index), all.toArray(String[]::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path data(int index) {
        return folder.resolve("n" + (index + 1));
    }

    /** The node that was the last to say that it leads. */
    int leader() {
        int leader = 0;
        for (int i = 1; i < nodes.size(); i++) {
            leader = nodes.get(i).leadTerm() > nodes.get(leader).leadTerm() ? i : leader;
        }
        return leader;
    }

    void kill(int index) {
        nodes.get(index).close();
    }

    /** Starts a node that was killed, and waits until it serves. */
    void restart(int index) {
        nodes.set(index, startNode(index));
    }

    InetSocketAddress address(int index, String door) {
        return new InetSocketAddress(
                InetAddress.getLoopbackAddress(), nodes.get(index).port(door));
    }

    Duration cpu(int index) {
        return nodes.get(index).cpu();
    }

    /** The processor time of all nodes. */
    Duration cpu() {
        return nodes.stream().map(ForkedReeve::cpu).reduce(Duration.ZERO, Duration::plus);
    }

    @Override
    public void close() {
        nodes.forEach(ForkedReeve::close);
    }
}
