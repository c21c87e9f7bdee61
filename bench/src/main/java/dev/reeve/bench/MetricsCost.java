package dev.reeve.bench;

import dev.reeve.bench.load.Door;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures the CPU time of metrics: one server with metrics and one with {@code metrics=false}, in separate processes, alternately
 * process Workq jobs of three requests (add, lease, complete). Run it with
 * {@code bench/run MetricsCost [CONNECTIONS] [DEPTH] [DURABILITY]}; the depth is the number of commands in flight per client.
 */
public final class MetricsCost {
    private static final int PAIRS = 10;

    private MetricsCost() {}

    public static void main(String[] arguments) throws Exception {
        int connections = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 16;
        int depth = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1;
        String durability = arguments.length > 2 ? arguments[2] : "os";
        try (ForkedReeve with = start("metrics=true", "durability=" + durability);
                ForkedReeve without = start("metrics=false", "durability=" + durability)) {
            CostComparison comparison = new CostComparison(PAIRS, Door.WORKQ, connections, depth);
            CostComparison.Ratios ratios = comparison.run("without", without, "with", with);
            System.out.printf(
                    "%d connections, depth %d, durability %s: CPU time per request with metrics / without, median of %d pairs %s%n",
                    connections, depth, durability, PAIRS, CostComparison.Ratios.show(ratios.cpu()));
        }
    }

    private static ForkedReeve start(String... settings) throws IOException {
        List<String> all = new ArrayList<>(List.of("http.port=0", "workq.port=0", "busy-poll=off"));
        all.addAll(List.of(settings));
        return ForkedReeve.start(Files.createTempDirectory("reeve-metrics-cost"), all.toArray(String[]::new));
    }
}
