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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/**
 * Measures cycles per second, and the 99th percentile of a cycle's time, with many waiting jobs relative to none, with two servers alternately,
 * through the Go Job Queue door. Run it with {@code bench/run Backlog [JOBS] [CONNECTIONS] [DURABILITY] [GIBIBYTES] [SETTING=VALUE]...}: the heap and the settings
 * of the server that has the jobs. The other one has a gibibyte. {@code bench/compare --backlog} measures the same with a processor for each side.
 */
public final class Backlog {
    private static final String QUEUE = "backlog";
    private static final int PAIRS = 7;
    private static final int WARM_UPS = 3;
    private static final int PAYLOAD_BYTES = 200;
    private static final Span TURN = Span.ofSeconds(0.3, 2);
    private static final Span WARM_UP = Span.ofSeconds(0, 5);

    private Backlog() {}

    public static void main(String[] arguments) throws Exception {
        int jobs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000_000;
        int connections = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 64;
        String durability = "durability=" + (arguments.length > 2 ? arguments[2] : "interval");
        Path data = Files.createTempDirectory(Path.of("bench/target"), "backlog");
        int heapGib = arguments.length > 3 ? Integer.parseInt(arguments[3]) : 3;
        String[] settings = Arrays.copyOfRange(arguments, Math.min(arguments.length, 4), arguments.length + 1);
        settings[settings.length - 1] = durability;
        try (ForkedReeve empty = start(List.of(), 1, data.resolve("empty"), durability);
                ForkedReeve full = start(List.of(), heapGib, data.resolve("full"), settings)) {
            fill(full, QUEUE, jobs);
            List<Double> speeds = new ArrayList<>();
            List<Double> percentiles = new ArrayList<>();
            for (int i = -WARM_UPS; i < PAIRS; i++) {
                Span span = i < 0 ? WARM_UP : TURN;
                Turn with = turn(full, connections, span);
                Turn without = turn(empty, connections, span);
                System.out.printf("backlog %s, empty %s%s%n", with, without, i < 0 ? " (warm-up)" : "");
                if (i >= 0) {
                    speeds.add(with.cyclesPerSecond / without.cyclesPerSecond);
                    percentiles.add(with.p99Micros / without.p99Micros);
                }
            }
            System.out.printf(
                    "%,d jobs waiting, %d connections, %s, backlog / empty, median of %d pairs: cycles/s %s, p99 of a cycle %s%n",
                    jobs,
                    connections,
                    durability,
                    PAIRS,
                    CostComparison.Ratios.show(speeds),
                    CostComparison.Ratios.show(percentiles));
        }
    }

    /** The heap is touched at the start, so that page faults of the virtual machine are not measured. */
    public static ForkedReeve start(List<String> before, int heapGib, Path data, String... settings)
            throws IOException {
        String heap = "-Xms%1$dg -Xmx%1$dg -XX:+AlwaysPreTouch".formatted(heapGib);
        List<String> words = new ArrayList<>(before);
        words.addAll(List.of("env", "JAVA_TOOL_OPTIONS=" + heap));
        List<String> all = new ArrayList<>(List.of(settings));
        all.add("goqueue.port=0");
        return ForkedReeve.start(words, data, all.toArray(new String[0]));
    }

    /** Adds jobs that stay in the queue. */
    public static void fill(ForkedReeve reeve, String queue, int jobs) throws IOException {
        try (LoadGenerator generator = LoadGenerator.connect(load(reeve, queue, 16, 50))) {
            generator.fill(jobs);
        }
    }

    private static Load load(ForkedReeve reeve, String queue, int connections, int depth) {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), reeve.port("goqueue"));
        return new Load(Door.GOQUEUE, address, queue, PAYLOAD_BYTES, connections, depth);
    }

    private record Turn(double cyclesPerSecond, double p99Micros) {
        @Override
        public String toString() {
            return String.format("%.0f cycles/s and p99 %.0f us", cyclesPerSecond, p99Micros);
        }
    }

    private static Turn turn(ForkedReeve reeve, int connections, Span span) throws IOException {
        try (LoadGenerator generator = LoadGenerator.connect(load(reeve, QUEUE, connections, 1))) {
            LoadResult result = generator.run(span, new Meter(OptionalLong.empty()));
            double p99Micros = result.timings().cycles().getValueAtPercentile(99) / 1000.0;
            return new Turn(result.cyclesPerSecond(), p99Micros);
        }
    }
}
