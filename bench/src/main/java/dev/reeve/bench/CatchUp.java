package dev.reeve.bench;

import dev.reeve.bench.load.Door;
import dev.reeve.bench.load.Load;
import dev.reeve.bench.load.LoadGenerator;
import dev.reeve.bench.load.Meter;
import dev.reeve.bench.load.Span;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Measures a node that comes back after others have gone on without it: how long it takes to catch up, by a snapshot if the logs were
 * cut, what the clients of the others notice, and the most that any node has had on its disk. Run it with {@code bench/run CatchUp
 * [COMMANDS] [JOBS]}: the number of commands while it is away, and the jobs that wait all the time.
 */
public final class CatchUp {
    private static final int PAYLOAD_BYTES = 200;
    private static final int CONNECTIONS = 64;
    private static final int COMMANDS_A_CYCLE = 3;
    private static final int SLICES_AFTER = 10;
    private static final double NANOS_A_MILLI = 1e6;
    private static final Span SLICE = Span.ofSeconds(0, 0.5);
    private static final Door DOOR = Door.WORKQ;

    private final ForkedCluster cluster;
    private long mostBytes;

    private CatchUp(ForkedCluster cluster) {
        this.cluster = cluster;
    }

    public static void main(String[] arguments) throws Exception {
        long commands = arguments.length > 0 ? Long.parseLong(arguments[0]) : 1_000_000;
        long jobs = arguments.length > 1 ? Long.parseLong(arguments[1]) : 100_000;
        Path folder = Files.createTempDirectory(Path.of("bench/target"), "catch-up");
        try (ForkedCluster cluster = ForkedCluster.start(folder, "busy-poll=off", "workq.port=0")) {
            new CatchUp(cluster).run(commands, jobs);
        }
    }

    private void run(long commands, long jobs) throws IOException {
        try (LoadGenerator generator = connect(List.of(cluster.leader()), "waiting")) {
            generator.fill(jobs);
        }
        int away = (cluster.leader() + 1) % ForkedCluster.SIZE;
        cluster.kill(away);
        List<Integer> others = IntStream.range(0, ForkedCluster.SIZE)
                .filter(node -> node != away)
                .boxed()
                .toList();
        try (LoadGenerator generator = connect(others, "passing")) {
            long done = 0;
            while (done < commands) {
                done += COMMANDS_A_CYCLE * slice(generator).getTotalCount();
            }
            Histogram alone = slices(generator, SLICES_AFTER);
            long started = System.nanoTime();
            CompletableFuture<Void> back = CompletableFuture.runAsync(() -> cluster.restart(away));
            Histogram during = slice(generator);
            while (!back.isDone()) {
                during.add(slice(generator));
            }
            back.join();
            double seconds = (System.nanoTime() - started) / 1e9;
            Histogram after = slices(generator, SLICES_AFTER);
            System.out.printf(
                    "%,d commands without a node, %,d jobs waiting: it served after %.1f s; p99 of a cycle of the others %.1f ms while it"
                            + " was away, %.1f ms until it served, %.1f ms afterwards; most on a disk %,d MB%n",
                    commands, jobs, seconds, p99(alone), p99(during), p99(after), mostBytes >> 20);
        }
    }

    private LoadGenerator connect(List<Integer> nodes, String queue) throws IOException {
        List<InetSocketAddress> addresses =
                nodes.stream().map(node -> cluster.address(node, DOOR.name())).toList();
        Load load = new Load(DOOR, addresses.get(0), queue, PAYLOAD_BYTES, CONNECTIONS, 1);
        return LoadGenerator.connect(load, addresses);
    }

    private Histogram slices(LoadGenerator generator, int count) throws IOException {
        Histogram all = slice(generator);
        for (int i = 1; i < count; i++) {
            all.add(slice(generator));
        }
        return all;
    }

    private Histogram slice(LoadGenerator generator) throws IOException {
        Histogram cycles =
                generator.run(SLICE, new Meter(OptionalLong.empty())).timings().cycles();
        for (int node = 0; node < ForkedCluster.SIZE; node++) {
            mostBytes = Math.max(mostBytes, bytes(cluster.data(node)));
        }
        return cycles;
    }

    private static double p99(Histogram cycles) {
        return cycles.getValueAtPercentile(99) / NANOS_A_MILLI;
    }

    /** Files may go while they are counted. */
    private static long bytes(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.mapToLong(CatchUp::size).sum();
        } catch (UncheckedIOException gone) {
            return 0;
        }
    }

    private static long size(Path file) {
        try {
            return Files.isRegularFile(file) ? Files.size(file) : 0;
        } catch (IOException gone) {
            return 0;
        }
    }
}
