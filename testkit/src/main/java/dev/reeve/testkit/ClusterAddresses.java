package dev.reeve.testkit;

import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Where the nodes of a cluster on this machine reach each other. The nodes are n1, n2 and so on; the first has index 0. */
public final class ClusterAddresses {
    private static final int LOWEST_PORT = 20_000;
    private static final int HIGHEST_PORT = 32_000;

    /** A port of UDP says to other test JVMs that somebody has the same one of TCP, also while its node is down. It is kept until this JVM ends. */
    private static final Queue<DatagramSocket> RESERVED = new ConcurrentLinkedQueue<>();

    private final List<Integer> ports = new ArrayList<>();
    private final int founders;

    /** @param founders the number of nodes that the cluster begins with */
    public ClusterAddresses(int founders) throws IOException {
        this.founders = founders;
        for (int i = 0; i < founders; i++) {
            ports.add(port());
        }
    }

    /** Another node, which the cluster has to take in. Returns its index. */
    public int add() throws IOException {
        ports.add(port());
        return ports.size() - 1;
    }

    /** Where a node is reached by the others. */
    public String of(int index) {
        return "127.0.0.1:" + ports.get(index);
    }

    /** The settings of a node: its name and its place, and then the others. */
    public String[] settings(int index, List<String> others) {
        String peers = IntStream.range(0, founders)
                .mapToObj(i -> "\"n" + (i + 1) + "=" + of(i) + "\"")
                .collect(Collectors.joining(", ", "[", "]"));
        String place = index < founders ? "cluster.peers=" + peers : "cluster.listen=" + of(index);
        return Stream.concat(Stream.of("cluster.name=n" + (index + 1), place), others.stream())
                .toArray(String[]::new);
    }

    /**
     * A port that stays free while its node is down. The system gives ports of its own range to clients, and one that tries to
     * reach the node could get just that.
     */
    public static int port() throws IOException {
        for (int attempt = 0; attempt < 100; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST_PORT, HIGHEST_PORT);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                RESERVED.add(new DatagramSocket(port, InetAddress.getLoopbackAddress()));
                return socket.getLocalPort();
            } catch (BindException e) {
                // In use: the next one.
            }
        }
        throw new IOException("no free port");
    }

    @Override
    public String toString() {
        return ports.toString();
    }
}
