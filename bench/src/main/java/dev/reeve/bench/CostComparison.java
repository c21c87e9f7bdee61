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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * Compares the CPU time per request and the throughput of two servers. They process the same load alternately, in pairs of turns; the
 * order changes with every pair. Every figure is a ratio within one pair, so that a slow phase of the machine affects both sides.
 */
final class CostComparison {
    private static final int WARM_UPS = 6;
    private static final int PAYLOAD_BYTES = 200;
    private static final Span TURN = Span.ofSeconds(0, 3);

    private final int pairs;
    private final Door door;
    private final int connections;
    private final int depth;

    CostComparison(int pairs, Door door, int connections, int depth) {
        this.pairs = pairs;
        this.door = door;
        this.connections = connections;
        this.depth = depth;
    }

    /** The cost of one turn. */
    private record Cost(double microsPerRequest, double cyclesPerSecond) {}

    /** The ratios of all pairs. */
    record Ratios(List<Double> cpu, List<Double> throughput) {
        /** Median, minimum and maximum. */
        static String show(List<Double> ratios) {
            List<Double> sorted = ratios.stream().sorted().toList();
            int size = sorted.size();
            double median = (sorted.get((size - 1) / 2) + sorted.get(size / 2)) / 2;
            return String.format(Locale.ROOT, "%.3f (%.3f to %.3f)", median, sorted.get(0), sorted.get(size - 1));
        }
    }

    /** Measures both servers and prints every pair, warm-up pairs included. The ratios are those of the second to the first. */
    Ratios run(String firstName, ForkedReeve first, String secondName, ForkedReeve second) throws IOException {
        Ratios ratios = new Ratios(new ArrayList<>(), new ArrayList<>());
        for (int i = -WARM_UPS; i < pairs; i++) {
            boolean firstLeads = i % 2 == 0;
            Cost leading = turn(firstLeads ? first : second);
            Cost following = turn(firstLeads ? second : first);
            Cost base = firstLeads ? leading : following;
            Cost other = firstLeads ? following : leading;
            double cpu = other.microsPerRequest / base.microsPerRequest;
            double throughput = other.cyclesPerSecond / base.cyclesPerSecond;
            System.out.printf(
                    "%s %.2f us, %s %.2f us, ratio %.3f; cycles/s %.0f and %.0f, ratio %.3f%s%n",
                    firstName,
                    base.microsPerRequest,
                    secondName,
                    other.microsPerRequest,
                    cpu,
                    base.cyclesPerSecond,
                    other.cyclesPerSecond,
                    throughput,
                    i < 0 ? " (warm-up)" : "");
            if (i >= 0) {
                ratios.cpu.add(cpu);
                ratios.throughput.add(throughput);
            }
        }
        return ratios;
    }

    private Cost turn(ForkedReeve server) throws IOException {
        int port = server.port(door.listener());
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        Load load = new Load(door, address, "q", PAYLOAD_BYTES, connections, depth);
        try (LoadGenerator generator = LoadGenerator.connect(load)) {
            Duration before = server.cpu();
            LoadResult result = generator.run(TURN, new Meter(OptionalLong.empty()));
            double micros = server.cpu().minus(before).toNanos() / 1000.0;
            return new Cost(micros / result.timings().requests(), result.cyclesPerSecond());
        }
    }
}
