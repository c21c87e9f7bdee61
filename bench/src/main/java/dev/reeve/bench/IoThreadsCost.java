package dev.reeve.bench;

import dev.reeve.bench.load.Door;
import dev.reeve.bench.load.Load;
import dev.reeve.bench.load.LoadGenerator;
import dev.reeve.bench.load.Meter;
import dev.reeve.bench.load.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Measures what a request costs on the loop of the node and on the threads of the sockets: one server with {@code io.threads=0} and one
 * with {@code io.threads=1}, in separate processes, alternately process the same load. From the costs it computes how
 * many requests a second either kind of thread could serve if nothing else limited it: where the loop of the node becomes the limit. Run it
 * with {@code bench/run IoThreadsCost [DOOR] [CONNECTIONS] [DURABILITY]}.
 */
public final class IoThreadsCost {
    private static final int TURNS = 8;
    private static final int WARM_UPS = 5;
    private static final int PAYLOAD_BYTES = 200;
    private static final double MICROS_A_SECOND = 1e6;
    private static final int MOST_THREADS = 6;
    private static final Span TURN = Span.ofSeconds(0, 3);

    private final Door door;
    private final int connections;

    private IoThreadsCost(Door door, int connections) {
        this.door = door;
        this.connections = connections;
    }

    public static void main(String[] arguments) throws Exception {
        Door door = arguments.length > 0 ? VersionCost.door(arguments[0]) : Door.GOQUEUE;
        int connections = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 64;
        String durability = "durability=" + (arguments.length > 2 ? arguments[2] : "interval");
        try (ForkedReeve alone = start(door, "io.threads=0", durability);
                ForkedReeve beside = start(door, "io.threads=1", durability)) {
            new IoThreadsCost(door, connections).compare(alone, beside);
        }
    }

    private static ForkedReeve start(Door door, String... settings) throws IOException {
        List<String> all = new ArrayList<>(List.of(door.listener() + ".port=0", "busy-poll=off"));
        all.addAll(List.of(settings));
        Path data = Files.createTempDirectory(Path.of("bench/target"), "io-threads");
        return ForkedReeve.start(data, all.toArray(String[]::new));
    }

    /** Microseconds of processor time a request. */
    private record Cost(double loop, double sockets, double all) {
        static Cost median(List<Cost> costs) {
            return new Cost(
                    middle(costs.stream().map(Cost::loop).toList()),
                    middle(costs.stream().map(Cost::sockets).toList()),
                    middle(costs.stream().map(Cost::all).toList()));
        }

        private static double middle(List<Double> figures) {
            List<Double> sorted = figures.stream().sorted().toList();
            int size = sorted.size();
            return (sorted.get((size - 1) / 2) + sorted.get(size / 2)) / 2;
        }
    }

    private void compare(ForkedReeve alone, ForkedReeve beside) throws IOException {
        List<Cost> without = new ArrayList<>();
        List<Cost> with = new ArrayList<>();
        for (int i = -WARM_UPS; i < TURNS; i++) {
            Cost first = turn(alone);
            Cost second = turn(beside);
            if (i >= 0) {
                without.add(first);
                with.add(second);
            }
        }
        Cost one = Cost.median(without);
        Cost two = Cost.median(with);
        System.out.printf(
                "%s, %d connections, microseconds a request, median of %d turns%n"
                        + "io.threads=0: loop %.2f, all threads %.2f%n"
                        + "io.threads=1: loop %.2f, sockets %.2f, all threads %.2f%n",
                door.name(), connections, TURNS, one.loop, one.all, two.loop, two.sockets, two.all);
        System.out.printf("requests a second that the threads have time for, by their processor time:%n");
        System.out.printf("io.threads=0: %,.0f%n", MICROS_A_SECOND / one.loop);
        for (int threads = 1; threads <= MOST_THREADS; threads++) {
            double sockets = threads * MICROS_A_SECOND / two.sockets;
            double loop = MICROS_A_SECOND / two.loop;
            System.out.printf(
                    "io.threads=%d: %,.0f, limited by the %s%n",
                    threads, Math.min(sockets, loop), sockets < loop ? "sockets" : "loop of the node");
        }
    }

    private Cost turn(ForkedReeve server) throws IOException {
        InetSocketAddress address =
                new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port(door.listener()));
        Load load = new Load(door, address, "q", PAYLOAD_BYTES, connections, 1);
        try (LoadGenerator generator = LoadGenerator.connect(load)) {
            double loop = micros(server, "reeve-loop");
            double sockets = micros(server, "reeve-io");
            double all = micros(server, "");
            double requests = generator
                    .run(TURN, new Meter(OptionalLong.empty()))
                    .timings()
                    .requests();
            return new Cost(
                    (micros(server, "reeve-loop") - loop) / requests,
                    (micros(server, "reeve-io") - sockets) / requests,
                    (micros(server, "") - all) / requests);
        }
    }

    private static double micros(ForkedReeve server, String threads) {
        return server.threadsCpu(threads).toNanos() / 1000.0;
    }
}
