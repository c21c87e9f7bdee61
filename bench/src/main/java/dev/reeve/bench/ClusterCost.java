package dev.reeve.bench;

import dev.reeve.bench.load.Door;
import dev.reeve.bench.load.Load;
import dev.reeve.bench.load.LoadGenerator;
import dev.reeve.bench.load.LoadResult;
import dev.reeve.bench.load.Meter;
import dev.reeve.bench.load.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Measures three nodes on this machine beside one server, every change synced: cycles per second and processor time per request of all
 * their processes. They process jobs of three requests through Workq in turn; clients of the cluster are connected to the leader,
 * or to all nodes. Every ratio is one within a round. Run it with {@code bench/run ClusterCost [ROUNDS] [CONNECTIONS]...}.
 */
public final class ClusterCost {
    private static final int WARM_UPS = 4;
    private static final int PAYLOAD_BYTES = 200;
    private static final Span TURN = Span.ofSeconds(0.2, 3);
    private static final Door DOOR = Door.WORKQ;
    private static final String[] SETTINGS = {"durability=always", "busy-poll=off", "workq.port=0"};

    private final ForkedReeve single;
    private final ForkedCluster cluster;

    private ClusterCost(ForkedReeve single, ForkedCluster cluster) {
        this.single = single;
        this.cluster = cluster;
    }

    /** The cost of one turn. */
    private record Cost(double cyclesPerSecond, double microsPerRequest) {
        @Override
        public String toString() {
            return String.format("%.0f cycles/s and %.1f us a request", cyclesPerSecond, microsPerRequest);
        }
    }

    public static void main(String[] arguments) throws Exception {
        int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 5;
        int[] connections = arguments.length > 1
                ? List.of(arguments).stream()
                        .skip(1)
                        .mapToInt(Integer::parseInt)
                        .toArray()
                : new int[] {64, 256};
        Path folder = Files.createTempDirectory(Path.of("bench/target"), "cluster-cost");
        try (ForkedReeve single = ForkedReeve.start(folder.resolve("single"), SETTINGS);
                ForkedCluster cluster = ForkedCluster.start(folder, SETTINGS)) {
            ClusterCost cost = new ClusterCost(single, cluster);
            for (int count : connections) {
                cost.compare(rounds, count);
            }
        }
    }

    private void compare(int rounds, int connections) throws IOException {
        List<Double> atLeader = new ArrayList<>();
        List<Double> atAll = new ArrayList<>();
        List<Double> work = new ArrayList<>();
        for (int i = -WARM_UPS; i < rounds; i++) {
            InetSocketAddress alone = new InetSocketAddress(InetAddress.getLoopbackAddress(), single.port(DOOR.name()));
            Cost one = turn(connections, List.of(alone), single::cpu);
            List<InetSocketAddress> leader = List.of(cluster.address(cluster.leader(), DOOR.name()));
            Cost led = turn(connections, leader, cluster::cpu);
            List<InetSocketAddress> all = IntStream.range(0, ForkedCluster.SIZE)
                    .mapToObj(node -> cluster.address(node, DOOR.name()))
                    .toList();
            Cost spread = turn(connections, all, cluster::cpu);
            System.out.printf(
                    "%d connections: one server %s; at the leader %s; at all nodes %s%s%n",
                    connections, one, led, spread, i < 0 ? " (warm-up)" : "");
            if (i >= 0) {
                atLeader.add(led.cyclesPerSecond / one.cyclesPerSecond);
                atAll.add(spread.cyclesPerSecond / one.cyclesPerSecond);
                work.add(led.microsPerRequest / one.microsPerRequest);
            }
        }
        System.out.printf(
                "%d connections, three nodes / one, median of %d rounds: cycles/s %s at the leader, %s at all nodes; processor time a"
                        + " request %s at the leader%n",
                connections,
                rounds,
                CostComparison.Ratios.show(atLeader),
                CostComparison.Ratios.show(atAll),
                CostComparison.Ratios.show(work));
    }

    private static Cost turn(int connections, List<InetSocketAddress> nodes, Supplier<Duration> cpu)
            throws IOException {
        Load load = new Load(DOOR, nodes.get(0), "q", PAYLOAD_BYTES, connections, 1);
        try (LoadGenerator generator = LoadGenerator.connect(load, nodes)) {
            Duration before = cpu.get();
            LoadResult result = generator.run(TURN, new Meter(OptionalLong.empty()));
            double micros = cpu.get().minus(before).toNanos() / 1000.0;
            return new Cost(result.cyclesPerSecond(), micros / result.timings().requests());
        }
    }
}
