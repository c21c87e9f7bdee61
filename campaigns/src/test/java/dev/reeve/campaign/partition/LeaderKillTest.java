package dev.reeve.campaign.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.testkit.TestClient;
import dev.reeve.testkit.WorkqClient;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
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
    private static final int REPLIES_BETWEEN = 200;
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
                "leader-kill: %d kills, time without service p50 %d ms, p99 %d ms, longest %d ms%n",
                KILLS, pauses.get(KILLS / 2), pauses.get(Math.min(KILLS - 1, KILLS * 99 / 100)), pauses.get(KILLS - 1));
    }

    /** Kills the leader, and returns the longest time in milliseconds in which a client of another node got no reply. */
    private static long kill(ClusterUnderTest cluster) throws Exception {
        await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS).until(() -> cluster.leader() >= 0);
        int leader = cluster.leader();
        List<Adder> adders = new ArrayList<>();
        for (int node = 0; node < NODES; node++) {
            for (int i = 0; i < CLIENTS_A_NODE && node != leader; i++) {
                adders.add(new Adder(Objects.requireNonNull(cluster.address(node, "workq"))));
            }
        }
        adders.forEach(Thread::start);
        awaitReplies(adders);
        adders.forEach(Adder::forgetPauses);
        cluster.kill(leader);
        awaitReplies(adders);
        long longest = 0;
        for (Adder adder : adders) {
            longest = Math.max(longest, adder.end());
        }
        return TimeUnit.NANOSECONDS.toMillis(longest);
    }

    private static void awaitReplies(List<Adder> adders) {
        long[] before = adders.stream().mapToLong(adder -> adder.replies.get()).toArray();
        await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS).until(() -> {
            for (int i = 0; i < before.length; i++) {
                if (adders.get(i).replies.get() < before[i] + REPLIES_BETWEEN / adders.size()) {
                    return false;
                }
            }
            return true;
        });
    }

    /** A client that adds and takes jobs, and knows how long it waited for a reply at most. */
    private static final class Adder extends Thread {
        private final WorkqClient client;
        private final AtomicLong replies = new AtomicLong();
        private final AtomicLong longest = new AtomicLong();
        private volatile boolean stopped;
        private volatile @Nullable Throwable failure;

        Adder(InetSocketAddress address) {
            client = new WorkqClient(new TestClient(address, new AtomicLong(), 0));
        }

        @Override
        public void run() {
            try (client) {
                while (!stopped) {
                    long sent = System.nanoTime();
                    client.add("q", "1");
                    client.acquire("q");
                    longest.accumulateAndGet(System.nanoTime() - sent, Math::max);
                    replies.addAndGet(2);
                }
            } catch (Throwable e) {
                failure = e;
            }
        }

        void forgetPauses() {
            longest.set(0);
        }

        long end() throws InterruptedException {
            stopped = true;
            join();
            assertThat(failure).isNull();
            return longest.get();
        }
    }
}
