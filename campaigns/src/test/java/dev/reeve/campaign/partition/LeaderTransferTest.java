package dev.reeve.campaign.partition;

import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long clients of all nodes wait when the leader hands over under load. They see no error. More transfers: {@code
 * -Dreeve.leader-transfers=100}.
 */
class LeaderTransferTest {
    private static final int TRANSFERS = Integer.getInteger("reeve.leader-transfers", 2);
    private static final int NODES = 3;
    private static final int CLIENTS_A_NODE = 4;
    private static final int PATIENCE_SECONDS = 60;

    @Test
    void clients_wait_and_see_no_error(@TempDir Path folder) throws Exception {
        List<Long> pauses = new ArrayList<>();
        List<Long> usual = new ArrayList<>();
        List<Adder> adders = new ArrayList<>();
        try (ClusterUnderTest cluster = new ClusterUnderTest(NODES, NodeNetwork.create(NODES), folder)) {
            cluster.startAll();
            for (int i = 0; i < NODES * CLIENTS_A_NODE; i++) {
                adders.add(new Adder(Objects.requireNonNull(cluster.address(i % NODES, "workq"))));
            }
            adders.forEach(Thread::start);
            for (int transfer = 0; transfer < TRANSFERS; transfer++) {
                usual.add(longest(adders, () -> {}));
                int next = (leader(cluster) + 1) % NODES;
                pauses.add(longest(adders, () -> {
                    cluster.transferTo(next);
                    await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS).until(() -> cluster.leader() == next);
                }));
            }
            for (Adder adder : adders) {
                adder.end();
            }
        }
        System.out.printf(
                "leader-transfer: %d transfers, longest wait of any of %d clients for three replies: %s; without a transfer %s%n",
                TRANSFERS, adders.size(), figures(pauses), figures(usual));
    }

    private static String figures(List<Long> millis) {
        Collections.sort(millis);
        int last = millis.size() - 1;
        return "p50 %d ms, p90 %d ms, longest %d ms"
                .formatted(millis.get(last / 2), millis.get(last * 9 / 10), millis.get(last));
    }

    private static int leader(ClusterUnderTest cluster) {
        await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS).until(() -> cluster.leader() >= 0);
        return cluster.leader();
    }

    private interface Event {
        void happen() throws Exception;
    }

    /** The longest time in milliseconds in which a client waited for its replies, from before the event until after it. */
    private static long longest(List<Adder> adders, Event event) throws Exception {
        Adder.awaitReplies(adders);
        adders.forEach(Adder::forgetPauses);
        event.happen();
        Adder.awaitReplies(adders);
        return TimeUnit.NANOSECONDS.toMillis(
                adders.stream().mapToLong(Adder::longest).max().orElseThrow());
    }
}
