package dev.reeve.campaign.partition;

import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long clients of the other nodes wait when the leader is killed under load. They see no error. More kills: {@code
 * -Dreeve.leader-kills=100}.
 */
class LeaderKillTest {
    private static final int KILLS = Integer.getInteger("reeve.leader-kills", 1);
    private static final int NODES = 3;
    private static final int CLIENTS_A_NODE = 4;
    private static final int PATIENCE_SECONDS = 60;

    @TempDir
    private Path folder;

    @Test
    void clients_of_other_nodes_wait_and_see_no_error() throws Exception {
        List<Long> pauses = new ArrayList<>();
        try (ClusterUnderTest cluster = new ClusterUnderTest(NODES, NodeNetwork.create(NODES), folder)) {
            for (int kill = 0; kill < KILLS; kill++) {
                cluster.startAll();
                pauses.add(kill(cluster));
            }
        }
        Collections.sort(pauses);
        System.out.printf(
                "leader-kill: %d kills, time without service p50 %d ms, p90 %d ms, p99 %d ms, longest %d ms%n",
                KILLS, percentile(pauses, 50), percentile(pauses, 90), percentile(pauses, 99), percentile(pauses, 100));
    }

    /** The smallest value that so many percent do not exceed. */
    private static long percentile(List<Long> sorted, int percent) {
        return sorted.get((sorted.size() * percent + 99) / 100 - 1);
    }

    /** Kills the leader, and returns the longest time in milliseconds in which a client of another node got no reply. */
    private static long kill(ClusterUnderTest cluster) throws Exception {
        await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS).until(() -> cluster.leader() >= 0);
        int leader = cluster.leader();
        List<Adder> adders = new ArrayList<>();
        for (int node = 0; node < NODES; node++) {
            for (int i = 0; i < CLIENTS_A_NODE && node != leader; i++) {
                adders.add(new Adder(cluster, node, Adder.Load.DELETED));
            }
        }
        adders.forEach(Thread::start);
        Adder.awaitReplies(adders);
        adders.forEach(Adder::forgetPauses);
        cluster.kill(leader);
        Adder.awaitReplies(adders);
        long longest = 0;
        for (Adder adder : adders) {
            longest = Math.max(longest, adder.end().millis());
        }
        return longest;
    }
}
