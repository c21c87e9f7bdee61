package dev.reeve.bench.compare;

import dev.reeve.bench.load.LoadResult;
import dev.reeve.bench.load.Usage;
import java.util.List;
import java.util.Locale;

/** One run against one server; a line of the results file. */
record Run(
        SyncMode durability,
        int connections,
        int depth,
        String round,
        String server,
        double cyclesPerSecond,
        double medianMicros,
        double p99Micros,
        Usage usage) {
    private static final double FOREIGN = 0.05;
    private static final double STOLEN = 0.02;
    private static final double NANOS_A_MICRO = 1e3;

    static final String HEADER =
            "durability,connections,depth,round,server,cycles_per_s,p50_us,p99_us,client,client_waited,server_cpu,others,stolen,idle";

    static Run of(SyncMode durability, String round, String server, LoadResult result, Usage usage) {
        var cycles = result.timings().cycles();
        return new Run(
                durability,
                result.load().connections(),
                result.load().depth(),
                round,
                server,
                result.cyclesPerSecond(),
                cycles.getValueAtPercentile(50) / NANOS_A_MICRO,
                cycles.getValueAtPercentile(99) / NANOS_A_MICRO,
                usage);
    }

    static Run parse(String line) {
        List<String> words = List.of(line.split(",", -1));
        double[] numbers = words.subList(5, words.size()).stream()
                .mapToDouble(Double::parseDouble)
                .toArray();
        return new Run(
                SyncMode.valueOf(words.get(0).toUpperCase(Locale.ROOT)),
                Integer.parseInt(words.get(1)),
                Integer.parseInt(words.get(2)),
                words.get(3),
                words.get(4),
                numbers[0],
                numbers[1],
                numbers[2],
                new Usage(numbers[3], numbers[4], numbers[5], numbers[6], numbers[7], numbers[8]));
    }

    /** Whether other programs or virtual machines used too much processor time. */
    boolean isDisturbed() {
        return usage.others() > FOREIGN || usage.stolen() > STOLEN;
    }

    String line() {
        return "%s,%d,%d,%s,%s,%.0f,%.0f,%.0f,%.2f,%.2f,%.2f,%.2f,%.2f,%.2f"
                .formatted(
                        durability,
                        connections,
                        depth,
                        round,
                        server,
                        cyclesPerSecond,
                        medianMicros,
                        p99Micros,
                        usage.client(),
                        usage.clientWaited(),
                        usage.server(),
                        usage.others(),
                        usage.stolen(),
                        usage.idle());
    }
}
