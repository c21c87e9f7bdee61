package dev.reeve.bench;

import dev.reeve.bench.load.Door;
import dev.reeve.bench.load.Load;
import dev.reeve.bench.load.LoadException;
import dev.reeve.bench.load.LoadGenerator;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Measures what a waiting job takes of the heap of a real server, by class: the difference of two class histograms, before and after
 * jobs were added through a door. Only reachable objects count, so other load on the machine does not matter. The arrays of bytes are
 * the payloads; they are counted as such, with their headers. Run it with {@code bench/run HeapPerJob [JOBS] [DOOR]... [SETTING=VALUE]...};
 * the doors are Workq and {@code /v1} if none is given, whose ids are no texts. With {@code payloads.memory=1%} nearly all payloads are
 * on disk; what a job takes then is the sum of all classes.
 */
public final class HeapPerJob {
    private static final int PAYLOAD_BYTES = 200;
    private static final String PAYLOADS = "[B";
    private static final int CONNECTIONS = 4;
    private static final int DEPTH = 50;
    /** In this time the last payloads leave memory, if they do. */
    private static final long SETTLE_MILLIS = 5_000;

    private static final double SHOWN_BYTES = 0.05;
    private static final Pattern ROW = Pattern.compile("\\s*\\d+:\\s+(\\d+)\\s+(\\d+)\\s+(\\S+).*");

    /** The objects of a class. */
    private record Use(long count, long bytes) {
        static final Use NONE = new Use(0, 0);
    }

    private HeapPerJob() {}

    public static void main(String[] arguments) throws Exception {
        int jobs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000_000;
        List<String> settings =
                Stream.of(arguments).filter(word -> word.contains("=")).toList();
        List<String> doors =
                Stream.of(arguments).skip(1).filter(word -> !word.contains("=")).toList();
        for (String name : doors.isEmpty() ? List.of("workq", "api") : doors) {
            Door door = Door.OURS.stream()
                    .filter(known -> known.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new LoadException("there is no door " + name));
            Path data = Files.createTempDirectory("reeve-heap");
            try {
                measure(door, jobs, data, settings);
            } finally {
                delete(data);
            }
        }
    }

    private static void measure(Door door, int jobs, Path data, List<String> more) throws Exception {
        List<String> heap = List.of("env", "JAVA_TOOL_OPTIONS=-Xmx3g");
        List<String> settings = new ArrayList<>(List.of("durability=os", door.listener() + ".port=0"));
        settings.addAll(more);
        try (ForkedReeve reeve = ForkedReeve.start(heap, data, settings.toArray(String[]::new))) {
            // The first jobs load classes and fill buffers that are kept.
            fill(door, reeve, 1_000);
            Map<String, Use> before = histogram(reeve.pid());
            fill(door, reeve, jobs);
            Thread.sleep(SETTLE_MILLIS);
            print(door, jobs, before, histogram(reeve.pid()));
        }
    }

    private static void fill(Door door, ForkedReeve reeve, int jobs) throws IOException {
        InetSocketAddress address =
                new InetSocketAddress(InetAddress.getLoopbackAddress(), reeve.port(door.listener()));
        int depth = door.listener().equals("http") ? 1 : DEPTH;
        Load load = new Load(door, address, "heap", PAYLOAD_BYTES, CONNECTIONS, depth);
        try (LoadGenerator generator = LoadGenerator.connect(load)) {
            generator.fill(jobs);
        }
    }

    private static void print(Door door, int jobs, Map<String, Use> before, Map<String, Use> after) {
        Set<String> classes = new TreeSet<>(Comparator.<String>comparingLong(
                        name -> -grown(name, before, after).bytes())
                .thenComparing(name -> name));
        classes.addAll(before.keySet());
        classes.addAll(after.keySet());
        System.out.printf("%s, %,d jobs of %d bytes; per job:%n", door.name(), jobs, PAYLOAD_BYTES);
        long bytes = 0;
        for (String name : classes) {
            Use use = grown(name, before, after);
            bytes += use.bytes();
            if (Math.abs(use.bytes()) >= SHOWN_BYTES * jobs) {
                System.out.printf(
                        "%9.2f bytes in %5.2f objects  %s%n", 1.0 * use.bytes() / jobs, 1.0 * use.count() / jobs, name);
            }
        }
        long besides = bytes - grown(PAYLOADS, before, after).bytes();
        System.out.printf("%9.2f bytes in all, %.2f besides the payload%n", 1.0 * bytes / jobs, 1.0 * besides / jobs);
    }

    private static Use grown(String name, Map<String, Use> before, Map<String, Use> after) {
        Use old = before.getOrDefault(name, Use.NONE);
        Use now = after.getOrDefault(name, Use.NONE);
        return new Use(now.count() - old.count(), now.bytes() - old.bytes());
    }

    /** The reachable objects of a process by class. */
    private static Map<String, Use> histogram(long pid) throws IOException {
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        Process process = new ProcessBuilder(jcmd, Long.toString(pid), "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Map<String, Use> uses = new HashMap<>();
        text.lines()
                .map(ROW::matcher)
                .filter(Matcher::matches)
                .forEach(row -> uses.merge(
                        row.group(3),
                        new Use(Long.parseLong(row.group(1)), Long.parseLong(row.group(2))),
                        // Classes of the same name, of several class loaders.
                        (a, b) -> new Use(a.count() + b.count(), a.bytes() + b.bytes())));
        if (uses.isEmpty()) {
            throw new IOException("jcmd printed no histogram: " + text);
        }
        return uses;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
