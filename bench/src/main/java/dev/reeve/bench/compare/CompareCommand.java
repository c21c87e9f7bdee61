package dev.reeve.bench.compare;

import dev.reeve.bench.load.Door;
import dev.reeve.bench.load.DoorName;
import dev.reeve.bench.load.LoadException;
import dev.reeve.bench.load.Span;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench/compare}: measures Reeve, beanstalkd and Redis alternately, and writes the results into a page. */
@Command(
        name = "compare",
        description = "Compare Reeve with beanstalkd and Redis on this machine.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class CompareCommand implements Callable<Integer> {
    private static final Path PAGE = Path.of("docs/performance.md");
    private static final Path PICTURE = Path.of("docs/performance.svg");
    private static final double SETTLE_SECONDS = 0.3;
    private static final double PEERS_WARM_UP_SECONDS = 0.5;
    private static final List<String> IN_MEMORY = List.of("tmpfs", "ramfs");

    @Option(names = "--rounds", paramLabel = "N", description = "Number of rounds (${DEFAULT-VALUE}).")
    private int rounds = 7;

    @Option(names = "--seconds", paramLabel = "S", description = "Length of a run in seconds (${DEFAULT-VALUE}).")
    private double seconds = 2;

    @Option(
            names = "--warm-up",
            paramLabel = "S",
            description = "Warm-up of Reeve in seconds, over all numbers of connections (${DEFAULT-VALUE}).")
    private double warmUp = 40;

    @Option(
            names = "--connections",
            split = ",",
            paramLabel = "N",
            description = "Numbers of connections, separated by commas.")
    private List<Integer> connections = List.of(1, 16, 64, 256);

    @Option(names = "--durability", split = ",", description = "${COMPLETION-CANDIDATES}, or both.")
    private List<SyncMode> durabilities = List.of(SyncMode.values());

    @Option(
            names = "--door",
            paramLabel = "DOOR",
            converter = DoorName.class,
            description = "Door of Reeve, goqueue if not given.")
    private Door door = Door.GOQUEUE;

    @Option(names = "--data", paramLabel = "DIR", description = "Data folder of the servers, on a real disk.")
    private Path data = Path.of("bench/target/compare");

    @Option(
            names = "--results",
            paramLabel = "FILE",
            description = "Results file, one line per run (${DEFAULT-VALUE}).")
    private Path results = Path.of("bench/target/compare.csv");

    @Option(names = "--append", description = "Keep the existing runs of the results file.")
    private boolean append;

    @Option(names = "--no-write", negatable = true, description = "Do not update docs/performance.md and its chart.")
    private boolean write = true;

    @Option(names = "--retries", paramLabel = "N", description = "Repetitions of a disturbed run (${DEFAULT-VALUE}).")
    private int retries = 1;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Exception {
        requireRealDisk();
        if (!append) {
            Files.deleteIfExists(results);
        }
        if (!Files.exists(results)) {
            Files.createDirectories(results.toAbsolutePath().resolveSibling("."));
            Files.writeString(results, Run.HEADER + "\n");
        }
        pin();
        String start = Instant.now().toString();
        for (SyncMode durability : durabilities) {
            compare(durability, start);
        }
        Results all = Results.read(results);
        out().print(Page.table(all, ""));
        out().flush();
        if (write) {
            Page.write(PAGE, all, Conditions.describe(data, seconds));
            Files.writeString(PICTURE, Chart.of(all));
        }
        return 0;
    }

    private void requireRealDisk() throws IOException {
        Files.createDirectories(data);
        String type = Files.getFileStore(data).type();
        if (IN_MEMORY.contains(type)) {
            throw new LoadException(
                    data + " is on " + type + ", which is in memory: choose a folder on a disk with --data");
        }
    }

    private void pin() throws IOException, InterruptedException {
        if (Runtime.getRuntime().availableProcessors() < 2) {
            throw new LoadException("two processors are needed, one for the server and one for the client");
        }
        String self = Long.toString(ProcessHandle.current().pid());
        new ProcessBuilder("taskset", "-a", "-c", "-p", "1", self).start().waitFor();
    }

    private void compare(SyncMode durability, String start) throws Exception {
        Path folder = Files.createTempDirectory(data, durability.toString());
        List<String> pinned = List.of("taskset", "-c", "0");
        try (Contender reeve = Contender.reeve(door, durability, pinned, folder(folder, "reeve"));
                Contender beanstalkd = Contender.beanstalkd(durability, pinned, folder(folder, "beanstalkd"));
                Contender redis = Contender.redis(durability, pinned, folder(folder, "redis"));
                Contender bare = Contender.bare(durability, pinned, folder(folder, "bare"))) {
            List<Contender> peers =
                    Stream.of(beanstalkd, redis, bare).filter(Objects::nonNull).toList();
            List<Contender> all =
                    Stream.concat(Stream.of(reeve), peers.stream()).toList();
            Comparison comparison =
                    new Comparison(durability, all, Span.ofSeconds(SETTLE_SECONDS, seconds), this::record);
            for (int count : connections) {
                comparison.warmUp(reeve, count, warmUp / connections.size());
                for (Contender peer : peers) {
                    comparison.warmUp(peer, count, PEERS_WARM_UP_SECONDS);
                }
            }
            for (int i = 1; i <= rounds; i++) {
                comparison.round(start + "/" + i, connections, retries);
            }
        } finally {
            delete(folder);
        }
    }

    private static Path folder(Path parent, String name) throws IOException {
        return Files.createDirectory(parent.resolve(name));
    }

    private void record(Run run) {
        out().println(run.line());
        out().flush();
        try {
            Files.writeString(results, run.line() + "\n", StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new LoadException("cannot write " + results + ": " + e.getMessage());
        }
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
