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
import java.util.Arrays;
import java.util.OptionalLong;

/**
 * Measures jobs per second through the Workq door (add, lease, complete) and through the qless door (put, pop, complete),
 * alternately against one server, with payloads of 200 bytes. Run it with
 * {@code bench/run DoorCycles [CONNECTIONS] [DEPTH] [DURABILITY]}; the depth is the number of commands in flight per client.
 */
public final class DoorCycles {
    private static final int PAIRS = 7;
    private static final int WARM_UPS = 4;
    private static final int PAYLOAD_BYTES = 200;
    private static final Span TURN = Span.ofSeconds(0.2, 3);

    private DoorCycles() {}

    public static void main(String[] arguments) throws Exception {
        int connections = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 16;
        int depth = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1;
        String durability = arguments.length > 2 ? arguments[2] : "always";
        Path data = Files.createTempDirectory("reeve-door-cycles");
        try (ForkedReeve reeve = ForkedReeve.start(data, "durability=" + durability, "workq.port=0", "qless.port=0")) {
            double[] ratios = new double[PAIRS];
            for (int i = -WARM_UPS; i < PAIRS; i++) {
                double workq = perSecond(reeve, Door.WORKQ, connections, depth);
                double qless = perSecond(reeve, Door.QLESS, connections, depth);
                System.out.printf(
                        "workq %.0f cycles/s, qless %.0f cycles/s, ratio %.2f%n", workq, qless, qless / workq);
                if (i >= 0) {
                    ratios[i] = qless / workq;
                }
            }
            Arrays.sort(ratios);
            System.out.printf(
                    "%d connections, depth %d, durability %s: qless / workq, median of %d pairs %.2f (%.2f to %.2f)%n",
                    connections, depth, durability, PAIRS, ratios[PAIRS / 2], ratios[0], ratios[PAIRS - 1]);
        }
    }

    private static double perSecond(ForkedReeve reeve, Door door, int connections, int depth) throws IOException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), reeve.port(door.name()));
        Load load = new Load(door, address, "cycles", PAYLOAD_BYTES, connections, depth);
        try (LoadGenerator generator = LoadGenerator.connect(load)) {
            return generator.run(TURN, new Meter(OptionalLong.empty())).cyclesPerSecond();
        }
    }
}
