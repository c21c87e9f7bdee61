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
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench/compare}: measures servers alternately, and writes the results into a page. */
@Command(
        name = "compare",
        description = "Compare Reeve with beanstalkd and Redis on this machine, or with qless, or with itself.",
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
    private List<Integer> connections = List.of();

    @Option(names = "--durability", split = ",", description = "${COMPLETION-CANDIDATES}, or both.")
    private List<SyncMode> durabilities = List.of(SyncMode.values());

    @ArgGroup
    private What what = new What();

    /** What is compared. */
    private static final class What {
        @Option(
                names = "--door",
                paramLabel = "DOOR",
                converter = DoorName.class,
                description = "Door of Reeve, goqueue if not given.")
        private Door door = Door.GOQUEUE;

        @Option(
                names = "--qless-script",
                paramLabel = "FILE",
                description = "Compare with qless instead: this script, qless.lua, in a Redis server.")
        private @Nullable Path qlessScript;

        @Option(
                names = "--backlog",
                paramLabel = "JOBS",
                description = "Compare Reeve with so many waiting jobs and Reeve with none instead.")
        private @Nullable Integer backlog;

        Contest contest() throws IOException {
            if (qlessScript != null) {
                return QlessContest.of(qlessScript);
            }
            return backlog == null ? new PeersContest(door) : new BacklogContest(backlog);
        }
    }

    @Option(names = "--data", paramLabel = "DIR", description = "Data folder of the servers, on a real disk.")
    private Path data = Path.of("bench/target/compare");

    @Option(
            names = "--results",
            paramLabel = "FILE",
            description = "Results file, one line per run; if not given, in bench/target.")
    private @Nullable Path results;

    @Option(names = "--append", description = "Keep the existing runs of the results file.")
    private boolean append;

    @Option(names = "--no-write", negatable = true, description = "Do not update docs/performance.md.")
    private boolean write = true;

    @Option(names = "--retries", paramLabel = "N", description = "Repetitions of a disturbed run (${DEFAULT-VALUE}).")
    private int retries = 1;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Exception {
        if (what.backlog != null && what.backlog < 1) {
            throw new ParameterException(spec.commandLine(), "--backlog must be above 0, not " + what.backlog);
        }
        Contest contest = what.contest();
        Path file = results == null ? Path.of("bench/target", contest.name() + ".csv") : results;
        requireRealDisk();
        begin(file);
        pin();
        String start = Instant.now().toString();
        for (SyncMode durability : durabilities) {
            compare(contest, durability, start, run -> record(run, file));
        }
        Results all = Results.read(file);
        String made = contest.text(all, Conditions.describe(data, seconds, contest.servers()));
        out().print(made);
        out().flush();
        if (write) {
            Page.write(PAGE, contest.name(), made);
            if (contest instanceof PeersContest) {
                Files.writeString(PICTURE, Chart.of(all));
            }
        }
        return 0;
    }

    private void begin(Path file) throws IOException {
        if (append && Files.exists(file)) {
            Results.read(file);
            return;
        }
        Files.createDirectories(file.toAbsolutePath().resolveSibling("."));
        Files.writeString(file, Run.HEADER + "\n");
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

    private void compare(Contest contest, SyncMode durability, String start, Consumer<Run> to) throws Exception {
        Path folder = Files.createTempDirectory(data, durability.toString());
        List<Clients> loads = loads(contest);
        try (Lineup lineup = new Lineup()) {
            contest.start(lineup, durability, List.of("taskset", "-c", "0"), folder);
            Span span = Span.ofSeconds(SETTLE_SECONDS, seconds);
            Comparison comparison = new Comparison(durability, lineup.contenders(), span, to);
            for (Clients clients : loads) {
                for (Contender contender : lineup.contenders()) {
                    double ofThis = contender.isReeve() ? warmUp / loads.size() : PEERS_WARM_UP_SECONDS;
                    comparison.warmUp(contender, clients, ofThis);
                }
            }
            for (int i = 1; i <= rounds; i++) {
                comparison.round(start + "/" + i, loads, retries);
            }
        } finally {
            delete(folder);
        }
    }

    private List<Clients> loads(Contest contest) {
        List<Integer> numbers = connections.isEmpty() ? contest.connections() : connections;
        return numbers.stream()
                .flatMap(count -> contest.depths().stream().map(depth -> new Clients(count, depth)))
                .toList();
    }

    private void record(Run run, Path file) {
        out().println(run.line());
        out().flush();
        try {
            Files.writeString(file, run.line() + "\n", StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new LoadException("cannot write " + file + ": " + e.getMessage());
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
