package dev.reeve.campaign.partition;

import static org.awaitility.Awaitility.await;

import dev.reeve.campaign.history.CallLog;
import dev.reeve.campaign.history.HistoryChecker;
import dev.reeve.campaign.history.HistoryLoad;
import dev.reeve.testkit.ApiClient;
import dev.reeve.testkit.RawHttp;
import dev.reeve.testkit.Violation;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real servers under load through all doors, with faults of processes, links and disks; the history of all clients is
 * checked. More faults: {@code -Dreeve.faults=1000}; the same choices again: {@code -Dreeve.seed=N}.
 */
class FaultsTest {
    private static final int FAULTS = Integer.getInteger("reeve.faults", 2);
    private static final int NODES = Integer.getInteger("reeve.nodes", 1);
    private static final long SEED = Long.getLong("reeve.seed", System.nanoTime());
    private static final int FAULTS_A_HISTORY = 10;
    private static final int MOST_REPLIES = 400;
    private static final int PATIENCE_SECONDS = 60;
    private static final int SHORTEST_MILLIS = 100;
    private static final int LONGEST_MILLIS = NODES == 1 ? 500 : 4_000;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final AtomicInteger connections = new AtomicInteger();
    private final Map<ClusterFault, Integer> counts = new EnumMap<>(ClusterFault.class);

    @TempDir
    private Path folder;

    @Test
    void whatever_fails_one_machine_could_have_answered_so() throws Exception {
        long calls = 0;
        long jobs = 0;
        try (ClusterUnderTest cluster = new ClusterUnderTest(NODES, NodeNetwork.create(NODES), folder)) {
            cluster.startAll();
            List<ClusterFault> possible = inRandomOrder(ClusterFault.possible(NODES, cluster.network()));
            for (int fault = 0, history = 0; fault < FAULTS; history++) {
                CallLog log = new CallLog(NODES == 1);
                HistoryLoad load = new HistoryLoad("f" + history, new AnyNode(cluster), log, random.split());
                load.start();
                for (int i = 0; i < FAULTS_A_HISTORY && fault < FAULTS; i++, fault++) {
                    load.awaitReplies(random.nextInt(1, MOST_REPLIES));
                    inject(possible.get(fault % possible.size()), cluster);
                    settle(cluster, log);
                }
                load.awaitReplies(random.nextInt(1, MOST_REPLIES));
                HistoryChecker checker = load.end(SEED);
                jobs += checker.jobs();
                calls += log.calls().size();
            }
        }
        System.out.printf(
                "faults: seed %d, %d nodes, %s, %d jobs, %d calls, 0 violations%n", SEED, NODES, counts, jobs, calls);
    }

    private List<ClusterFault> inRandomOrder(List<ClusterFault> faults) {
        List<ClusterFault> all = new ArrayList<>(faults);
        Collections.shuffle(all, new Random(SEED));
        return all;
    }

    private void inject(ClusterFault fault, ClusterUnderTest cluster) throws Exception {
        fault.begin(cluster, random);
        Thread.sleep(random.nextInt(SHORTEST_MILLIS, LONGEST_MILLIS));
        cluster.heal();
        counts.merge(fault, 1, Integer::sum);
    }

    /**
     * Each node does one more thing after the faults. What it had taken on before, and what any leader had put into the log,
     * has happened by then, or never will.
     */
    private static void settle(ClusterUnderTest cluster, CallLog log) {
        long healedAt = log.now();
        for (int node = 0; node < cluster.size(); node++) {
            InetSocketAddress address = cluster.address(node, "http");
            await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS).until(() -> address != null && serves(address));
        }
        log.settle(healedAt);
    }

    /** A server notices after a while that its disk is no longer full. */
    private static boolean serves(InetSocketAddress address) {
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
