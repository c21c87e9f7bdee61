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
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/**
 * Measures the CPU time of metrics: one server with metrics and one with {@code metrics=false}, in separate processes,
 * alternately process Workq jobs of three requests (add, lease, complete). The order changes with every pair. Run it with
 * {@code bench/run MetricsCost [CONNECTIONS] [DEPTH] [DURABILITY]}; the depth is the number of commands in flight per client.
 */
public final class MetricsCost {
    private static final int PAIRS = 10;
    private static final int WARM_UPS = 6;
    private static final int PAYLOAD_BYTES = 200;
    private static final Span TURN = Span.ofSeconds(0, 3);

    private MetricsCost() {}

    public static void main(String[] arguments) throws Exception {
        int connections = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 16;
        int depth = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1;
        String durability = arguments.length > 2 ? arguments[2] : "os";
        try (ForkedReeve with = start("metrics=true", "durability=" + durability);
                ForkedReeve without = start("metrics=false", "durability=" + durability)) {
            double[] ratios = new double[PAIRS];
            for (int i = -WARM_UPS; i < PAIRS; i++) {
                boolean withFirst = i % 2 == 0;
                double first = microsPerRequest(withFirst ? with : without, connections, depth);
                double second = microsPerRequest(withFirst ? without : with, connections, depth);
                double counting = withFirst ? first : second;
                double plain = withFirst ? second : first;
                System.out.printf("without %.2f us, with %.2f us, ratio %.3f%n", plain, counting, counting / plain);
                if (i >= 0) {
                    ratios[i] = counting / plain;
                }
            }
            Arrays.sort(ratios);
            System.out.printf(
                    "%d connections, depth %d, durability %s: metrics cost %.1f %% of CPU time per request"
                            + " (median of %d pairs, %.1f to %.1f)%n",
                    connections,
                    depth,
                    durability,
                    percent((ratios[PAIRS / 2 - 1] + ratios[PAIRS / 2]) / 2),
                    PAIRS,
                    percent(ratios[0]),
                    percent(ratios[PAIRS - 1]));
        }
    }

    private static double percent(double ratio) {
        return (ratio - 1) * 100;
    }

    private static double microsPerRequest(ForkedReeve server, int connections, int depth) throws IOException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port("workq"));
        Load load = new Load(Door.WORKQ, address, "q", PAYLOAD_BYTES, connections, depth);
        try (LoadGenerator generator = LoadGenerator.connect(load)) {
            Duration before = cpu(server);
            LoadResult result = generator.run(TURN, new Meter(OptionalLong.empty()));
            return cpu(server).minus(before).toNanos()
                    / 1000.0
                    / result.timings().requests();
        }
    }

    private static Duration cpu(ForkedReeve server) {
        return ProcessHandle.of(server.pid())
                .orElseThrow()
                .info()
                .totalCpuDuration()
                .orElseThrow();
    }

    private static ForkedReeve start(String... settings) throws IOException {
        List<String> all = new ArrayList<>(List.of("http.port=0", "workq.port=0", "busy-poll=off"));
        all.addAll(List.of(settings));
        return ForkedReeve.start(Files.createTempDirectory("reeve-metrics-cost"), all.toArray(String[]::new));
    }
}
