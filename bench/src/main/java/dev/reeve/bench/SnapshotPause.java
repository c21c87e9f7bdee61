package dev.reeve.bench;

import dev.reeve.bench.load.Door;
import dev.reeve.bench.load.Load;
import dev.reeve.bench.load.LoadGenerator;
import dev.reeve.bench.load.Meter;
import dev.reeve.bench.load.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Measures the slowest request with and without a running snapshot of many jobs, the slowest sync, and the pauses of the garbage
 * collector. The load is divided into slices; a slice counts as during a snapshot if one was being written at its start or end.
 * The server has the launcher's JVM options, as users start it; further ones may be given, which replace them. Run it with
 * {@code bench/run SnapshotPause [JOBS] [DURABILITY] [-- JVM_OPTION...]}.
 */
public final class SnapshotPause {
    private static final int PAYLOAD_BYTES = 200;
    private static final int SNAPSHOTS = 2;
    private static final int MOST_SLICES = 600;
    private static final Span SLICE = Span.ofSeconds(0, 0.25);
    private static final double NANOS_A_MILLI = 1e6;
    private static final Span WARM_UP = Span.ofSeconds(0, 5);
    private static final Pattern SYNCS =
            Pattern.compile("reeve_journal_sync_seconds_bucket\\{le=\"([^\"]+)\"\\} (\\S+)");
    private static final Pattern PAUSE = Pattern.compile("Pause .* (\\d+\\.\\d+)ms");
    private static final Pattern WORK = Pattern.compile("User=(\\d+\\.\\d+)s Sys=(\\d+\\.\\d+)s");

    private double during;
    private double otherwise;
    private int snapshots;

    public static void main(String[] arguments) throws Exception {
        int jobs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000_000;
        String durability = arguments.length > 1 ? arguments[1] : "always";
        Path data = Files.createTempDirectory(Path.of("bench/target"), "snapshot-pause");
        Path log = data.resolve("gc.log");
        List<String> more = List.of(arguments).subList(Math.min(2, arguments.length), arguments.length);
        String options = "-Xlog:gc,gc+cpu:file=" + log.toAbsolutePath() + " " + String.join(" ", more);
        List<String> logged = List.of("env", "_JAVA_OPTIONS=" + options.strip());
        Path folder = data.resolve("data");
        try (ForkedReeve reeve =
                ForkedReeve.start(logged, folder, "durability=" + durability, "goqueue.port=0", "http.port=0")) {
            try (LoadGenerator generator = LoadGenerator.connect(load(reeve, 16, 50))) {
                generator.fill(jobs);
            }
            int filled = Files.readAllLines(log).size();
            SnapshotPause pause = new SnapshotPause();
            try (LoadGenerator generator = LoadGenerator.connect(load(reeve, 64, 4))) {
                generator.run(WARM_UP, new Meter(OptionalLong.empty()));
                pause.watch(generator, folder);
            }
            System.out.printf(
                    "%,d jobs waiting, durability %s: slowest request %.1f ms during %d snapshots, %.1f ms otherwise; slowest sync"
                            + " %s; longest GC pause %.1f ms (%.0f ms of processor time), %.1f ms (%.0f ms) while the queue was filled%n",
                    jobs,
                    durability,
                    pause.during,
                    pause.snapshots,
                    pause.otherwise,
                    slowestSync(reeve.port("http")),
                    longestPause(log, filled, Integer.MAX_VALUE),
                    longestWork(log, filled, Integer.MAX_VALUE),
                    longestPause(log, 0, filled),
                    longestWork(log, 0, filled));
        }
    }

    private static Load load(ForkedReeve reeve, int connections, int depth) {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), reeve.port("goqueue"));
        return new Load(Door.GOQUEUE, address, "backlog", PAYLOAD_BYTES, connections, depth);
    }

    private void watch(LoadGenerator generator, Path folder) throws IOException {
        boolean before = isWriting(folder);
        for (int i = 0; i < MOST_SLICES && snapshots < SNAPSHOTS; i++) {
            double slowest = generator
                            .run(SLICE, new Meter(OptionalLong.empty()))
                            .timings()
                            .slowestNanos()
                    / NANOS_A_MILLI;
            boolean after = isWriting(folder);
            if (before || after) {
                during = Math.max(during, slowest);
            } else {
                otherwise = Math.max(otherwise, slowest);
            }
            if (before && !after) {
                snapshots++;
            }
            before = after;
        }
    }

    private static boolean isWriting(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.anyMatch(file -> String.valueOf(file.getFileName()).matches("snapshot.*\\.tmp"));
        }
    }

    /** The smallest histogram bound that covers all syncs. */
    private static String slowestSync(int port) throws IOException, InterruptedException {
        HttpRequest metrics = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics"))
                .build();
        String text = HttpClient.newHttpClient()
                .send(metrics, HttpResponse.BodyHandlers.ofString())
                .body();
        Map<Double, Double> within = new TreeMap<>();
        Matcher bucket = SYNCS.matcher(text);
        while (bucket.find()) {
            double seconds =
                    bucket.group(1).equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(bucket.group(1));
            within.put(seconds, Double.parseDouble(bucket.group(2)));
        }
        double all = within.getOrDefault(Double.POSITIVE_INFINITY, 0.0);
        return within.entrySet().stream()
                .filter(bound -> bound.getValue() == all)
                .findFirst()
                .map(bound -> String.format("at most %.0f ms", bound.getKey() * 1000))
                .orElse("unknown");
    }

    private static double longestPause(Path log, int firstLine, int endLine) throws IOException {
        return longest(log, firstLine, endLine, PAUSE, pause -> Double.parseDouble(pause.group(1)));
    }

    /** The most processor time of a pause, in milliseconds, over all threads: other load does not make it longer. */
    private static double longestWork(Path log, int firstLine, int endLine) throws IOException {
        return longest(
                log,
                firstLine,
                endLine,
                WORK,
                work -> 1000 * (Double.parseDouble(work.group(1)) + Double.parseDouble(work.group(2))));
    }

    private static double longest(
            Path log, int firstLine, int endLine, Pattern pattern, ToDoubleFunction<Matcher> figure)
            throws IOException {
        List<String> lines = Files.readAllLines(log);
        return lines.subList(firstLine, Math.min(endLine, lines.size())).stream()
                .map(pattern::matcher)
                .filter(Matcher::find)
                .mapToDouble(figure)
                .max()
                .orElse(0);
    }
}
