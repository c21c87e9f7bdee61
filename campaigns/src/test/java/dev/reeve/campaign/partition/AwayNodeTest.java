package dev.reeve.campaign.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.ClusterProcesses;
import dev.reeve.testkit.ServerProcess;
import dev.reeve.testkit.WorkqClient;
import dev.reeve.testkit.WorkqRequests;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A node that does not lead is killed, which clients of the others do not notice. It was away for many entries, which the logs of the others do not have any more,
 * and comes back by a snapshot while these clients work. Then the same again with a processor of its own: on one machine a process that starts and loads takes
 * processors from the others, which it would not on a machine of its own. Entries: {@code -Dreeve.away-entries=1000000}.
 */
class AwayNodeTest {
    private static final int ENTRIES = Integer.getInteger("reeve.away-entries", 6_000);
    private static final int NODES = 3;
    /** The state that is sent grows with the size: at full size it takes seconds, in which there are replies enough for a p99. */
    private static final int KEPT = Math.min(200_000, ENTRIES / 5);

    /** For two states of that size, while one is replaced by the other. */
    private static final List<String> HEAP = List.of("-Xmx512m");

    private static final int AT_A_TIME = 500;
    private static final int CLIENTS = 4;
    private static final int FEWEST_REPLIES = Math.min(4_000, ENTRIES / 4);
    private static final long SEGMENT_BYTES = ENTRIES < 100_000 ? 64 << 10 : 4 << 20;
    /** Of the log: what is kept when a snapshot is taken, and what comes until the next one. Of the state: two snapshots. */
    private static final long MOST_DISK_BYTES = 8 * SEGMENT_BYTES + 2L * KEPT * 1_000 + (16 << 20);
    /** Large enough for the log to outgrow the state twice, so that it is cut. */
    private static final String BULKY = "x".repeat(200);

    @Test
    void it_gets_a_snapshot_while_others_work(@TempDir Path folder) throws Exception {
        List<Worker> workers = new ArrayList<>();
        Processors processors = Processors.ofThisMachine();
        try (ClusterProcesses cluster = ClusterProcesses.startWith(
                HEAP, folder, NODES, "journal.segment-size=" + SEGMENT_BYTES / 1024 + "KiB", "cluster.patience=60s")) {
            int[] ports = cluster.awaitReady("workq");
            int away = (cluster.leader() + 1) % NODES;
            List<Integer> others = List.of(ports[(away + 1) % NODES], ports[(away + 2) % NODES]);
            try (WorkqClient client = new WorkqClient(others.get(0))) {
                for (int i = 0; i < KEPT; i += AT_A_TIME) {
                    pipeline(client, "kept", "some job with a payload of some size", false);
                }
            }
            for (int i = 0; i < CLIENTS; i++) {
                workers.add(new Worker(others.get(i % others.size())));
            }
            workers.forEach(Thread::start);
            awaitReplies(workers, FEWEST_REPLIES / 4);
            Absence absence = new Absence(cluster, away, others, workers);
            absence.run("with all nodes on the same processors", all -> {}, one -> {});
            if (processors.canBeDivided()) {
                try {
                    absence.run(
                            "with a processor of its own",
                            pid -> processors.others().bind(pid),
                            pid -> processors.own().bind(pid));
                } finally {
                    processors.bind(ProcessHandle.current().pid());
                }
            }
            for (Worker worker : workers) {
                worker.end();
            }
        }
    }

    /** Says where a process runs. */
    private interface Place {
        void give(long pid) throws IOException, InterruptedException;
    }

    /** A time without one of the nodes, and its return. */
    private record Absence(ClusterProcesses cluster, int away, List<Integer> others, List<Worker> workers) {
        void run(String where, Place ofOthers, Place ofReturning) throws IOException, InterruptedException {
            for (int node = 0; node < NODES; node++) {
                ofOthers.give(cluster.node(node).pid());
            }
            ofReturning.give(cluster.node(away).pid());
            ofOthers.give(ProcessHandle.current().pid());
            workers.forEach(Worker::take);
            awaitReplies(workers, FEWEST_REPLIES / 4);
            long[] before = taken(workers);
            int leader = cluster.leader();
            cluster.node(away).kill();
            awaitReplies(workers, FEWEST_REPLIES / 4);
            long[] killed = taken(workers);
            assertThat(cluster.leader()).as("nobody else notices").isEqualTo(leader);

            long entries = bulk(others);
            workers.forEach(Worker::take);
            awaitReplies(workers, FEWEST_REPLIES);
            long[] without = taken(workers);

            ServerProcess back = cluster.restart(away);
            ofReturning.give(back.pid());
            back.awaitLine("cluster listens on ");
            // Those that were started while the process was moved.
            ofReturning.give(back.pid());
            // On machines of their own the others do not feel that a process starts.
            long[] starting = taken(workers);
            long began = System.nanoTime();
            back.awaitReady("workq");
            long[] during = taken(workers);
            double seconds = (System.nanoTime() - began) / 1e9;
            awaitReplies(workers, FEWEST_REPLIES);
            long[] after = taken(workers);
            assertThat(back.lines().toString()).contains("installed another node's snapshot with ");
            long disk = 0;
            for (int node = 0; node < NODES; node++) {
                disk = Math.max(disk, bytes(cluster.data(node)));
            }
            assertThat(disk).isLessThan(MOST_DISK_BYTES);
            System.out.printf(
                    "away, %s: longest wait for a reply %.1f ms before and %.1f ms after the kill of a follower; %d entries, back after %.1f s with %d jobs;"
                            + " p99 of a reply %.1f ms with two nodes, %.1f ms while its process started (%d replies), %.1f ms while it came back (%.2f times,"
                            + " %d replies), %.1f ms after; at most %d MiB on a disk%n",
                    where,
                    before[before.length - 1] / 1e6,
                    killed[killed.length - 1] / 1e6,
                    entries,
                    seconds,
                    KEPT,
                    p99(without),
                    p99(starting),
                    starting.length,
                    p99(during),
                    p99(during) / p99(without),
                    during.length,
                    p99(after),
                    disk >> 20);
        }
    }

    /** Lets two clients add and delete jobs, many at a time. Returns the number of entries. */
    private static long bulk(List<Integer> ports) {
        List<CompletableFuture<Long>> clients = new ArrayList<>();
        for (int port : ports) {
            clients.add(CompletableFuture.supplyAsync(() -> {
                long entries = 0;
                try (WorkqClient client = new WorkqClient(port)) {
                    while (entries < ENTRIES / ports.size()) {
                        entries += pipeline(client, "bulk", BULKY, true);
                    }
                }
                return entries;
            }));
        }
        return clients.stream().mapToLong(CompletableFuture::join).sum();
    }

    private static int pipeline(WorkqClient client, String queue, String payload, boolean deletes) {
        StringBuilder requests = new StringBuilder();
        int count = 0;
        for (int i = 0; i < AT_A_TIME; i++) {
            String id = UUID.randomUUID().toString();
            requests.append(WorkqRequests.add(id, queue, 60_000, 360_000_000, payload));
            requests.append(deletes ? WorkqRequests.delete(id) : "");
            count += deletes ? 2 : 1;
        }
        client.send(requests.toString());
        for (int i = 0; i < count; i++) {
            assertThat(client.readLine()).isEqualTo("+OK");
        }
        return count;
    }

    /** A client that adds and deletes one job after the other, and notes how long each reply took. */
    private static final class Worker extends Thread {
        private final WorkqClient client;
        private final AtomicLong replies = new AtomicLong();
        private List<Long> nanos = new ArrayList<>();
        private volatile boolean stopped;
        private volatile boolean hasFailed = true;

        Worker(int port) {
            client = new WorkqClient(port);
        }

        @Override
        public void run() {
            try (client) {
                while (!stopped) {
                    long sent = System.nanoTime();
                    String id = client.add("q", "1");
                    long added = System.nanoTime();
                    assertThat(client.remove(id)).isTrue();
                    note(added - sent, System.nanoTime() - added);
                }
                hasFailed = false;
            }
        }

        private synchronized void note(long one, long other) {
            nanos.add(one);
            nanos.add(other);
            replies.addAndGet(2);
        }

        /** The times since the last call. */
        synchronized List<Long> take() {
            List<Long> taken = nanos;
            nanos = new ArrayList<>();
            return taken;
        }

        void end() throws InterruptedException {
            stopped = true;
            join();
            assertThat(hasFailed).isFalse();
        }
    }

    private static void awaitReplies(List<Worker> workers, long count) throws InterruptedException {
        for (Worker worker : workers) {
            long wanted = worker.replies.get() + count / workers.size();
            while (worker.replies.get() < wanted) {
                assertThat(worker.isAlive()).isTrue();
                Thread.sleep(1);
            }
        }
    }

    private static long[] taken(List<Worker> workers) {
        return workers.stream()
                .flatMap(worker -> worker.take().stream())
                .mapToLong(Long::longValue)
                .sorted()
                .toArray();
    }

    /** In milliseconds. */
    private static double p99(long[] sortedNanos) {
        return sortedNanos.length == 0 ? Double.NaN : sortedNanos[(sortedNanos.length - 1) * 99 / 100] / 1e6;
    }

    private static long bytes(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return Arrays.stream(files.filter(Files::isRegularFile)
                            .mapToLong(AwayNodeTest::size)
                            .toArray())
                    .sum();
        }
    }

    /** Files go while one looks. */
    private static long size(Path file) {
        try {
            return Files.exists(file) ? Files.size(file) : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
