package dev.reeve.campaign.partition;

import static org.awaitility.Awaitility.await;

import dev.reeve.campaign.history.CallLog;
import dev.reeve.campaign.history.HistoryChecker;
import dev.reeve.campaign.history.HistoryLoad;
import dev.reeve.testkit.ApiClient;
import dev.reeve.testkit.RawHttp;
import dev.reeve.testkit.Violation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Real servers under load through all doors, with faults of processes, links and disks; the history of all clients is checked. */
final class FaultRun {
    private static final int FAULTS_A_HISTORY = 10;
    private static final int MOST_REPLIES = 400;
    private static final int PATIENCE_SECONDS = 60;
    private static final int SHORTEST_MILLIS = 100;
    private static final int LONGEST_MILLIS = 500;
    private static final int LONGEST_CLUSTER_MILLIS = 4_000;

    private final int nodes;
    private final long seed;
    private final SplittableRandom random;
    private final AtomicInteger connections = new AtomicInteger();
    private final Map<ClusterFault, Integer> counts = new EnumMap<>(ClusterFault.class);

    /** When which fault began and ended, by the clock of this process. */
    private final List<String> story = new ArrayList<>();

    private @Nullable ClusterFault last;

    FaultRun(int nodes, long seed) {
        this.nodes = nodes;
        this.seed = seed;
        random = new SplittableRandom(seed);
    }

    /** Lets so many faults happen, one after the other. */
    void with(int faults, Path folder) throws Exception {
        try (ClusterUnderTest cluster = new ClusterUnderTest(nodes, NodeNetwork.create(nodes), folder)) {
            try {
                run(faults, cluster);
            } catch (Exception | AssertionError e) {
                Path logs = Path.of("target", "faults", Long.toString(seed)).toAbsolutePath();
                cluster.keepLogs(logs);
                Files.write(logs.resolve("faults.log"), story);
                throw new AssertionError(
                        "seed %d, after %s, last %s: %s%nlogs, all of them in %s: %s"
                                .formatted(seed, counts, last, e.getMessage(), logs, cluster.lastLines()),
                        e);
            }
        }
    }

    private void run(int faults, ClusterUnderTest cluster) throws Exception {
        long calls = 0;
        long jobs = 0;
        cluster.startAll();
        List<ClusterFault> possible = inRandomOrder(ClusterFault.possible(nodes, cluster.network()));
        for (int fault = 0, history = 0; fault < faults; history++) {
            CallLog log = new CallLog(nodes == 1);
            HistoryLoad load = new HistoryLoad("f" + history, new AnyNode(cluster), log, random.split());
            load.start();
            for (int i = 0; i < FAULTS_A_HISTORY && fault < faults; i++, fault++) {
                load.awaitReplies(random.nextInt(1, MOST_REPLIES));
                inject(possible.get(fault % possible.size()), cluster);
                settle(cluster, log);
            }
            load.awaitReplies(random.nextInt(1, MOST_REPLIES));
            HistoryChecker checker = load.end(seed);
            jobs += checker.jobs();
            calls += log.calls().size();
        }
        System.out.printf(
                "faults: seed %d, %d nodes, %s, %d jobs, %d calls, 0 violations%n", seed, nodes, counts, jobs, calls);
    }

    private List<ClusterFault> inRandomOrder(List<ClusterFault> possible) {
        List<ClusterFault> all = new ArrayList<>(possible);
        Collections.shuffle(all, new Random(seed));
        return all;
    }

    private void inject(ClusterFault fault, ClusterUnderTest cluster) throws Exception {
        last = fault;
        story.add(Instant.now() + " " + fault);
        fault.begin(cluster, random);
        Thread.sleep(random.nextInt(SHORTEST_MILLIS, nodes == 1 ? LONGEST_MILLIS : LONGEST_CLUSTER_MILLIS));
        cluster.heal();
        story.add(Instant.now() + " healed");
        counts.merge(fault, 1, Integer::sum);
    }

    /**
     * Each node does one more thing after the faults. What it had taken on before, and what any leader had put into the log,
     * has happened by then, or never will.
     */
    private static void settle(ClusterUnderTest cluster, CallLog log) {
        long healedAt = log.now();
        for (int i = 0; i < cluster.size(); i++) {
            int node = i;
            await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS).until(() -> serves(node, cluster));
        }
        log.settle(healedAt);
    }

    /** A server notices after a while that its disk is no longer full, or ends because it was. */
    private static boolean serves(int node, ClusterUnderTest cluster) throws IOException, InterruptedException {
        cluster.startAll();
        InetSocketAddress address = cluster.address(node, "http");
        if (address == null) {
            return false;
        }
        try (ApiClient client = new ApiClient(new RawHttp(address))) {
            return client.remove(client.add("probe", "1"));
        } catch (Violation | UncheckedIOException notYet) {
            return false;
        }
    }

    /** A client goes to the next node whenever it connects. */
    private final class AnyNode implements HistoryLoad.Addresses {
        private final ClusterUnderTest cluster;

        AnyNode(ClusterUnderTest cluster) {
            this.cluster = cluster;
        }

        @Override
        public @Nullable InetSocketAddress of(int client, String listener) {
            return cluster.address(connections.getAndIncrement() % cluster.size(), listener);
        }

        @Override
        public boolean areInTrouble() {
            return true;
        }
    }
}
