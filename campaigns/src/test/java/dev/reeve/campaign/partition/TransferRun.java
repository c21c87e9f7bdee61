package dev.reeve.campaign.partition;

import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A cluster whose leader hands over under load: how long clients wait for the replies to a job. */
final class TransferRun {
    private static final int NODES = 3;
    private static final int CLIENTS_A_NODE = 4;
    /** The memory is to be full before the disk is. */
    private static final int DISK_MEGABYTES = 400;

    private static final int PATIENCE_SECONDS = 60;
    private static final int SHOWN = 5;

    private final Adder.Load load;
    private final List<Adder.Wait> pauses = new ArrayList<>();
    private final List<Adder.Wait> usual = new ArrayList<>();

    TransferRun(Adder.Load load) {
        this.load = load;
    }

    /** Lets the leader hand over so many times, while clients of all nodes ask for something. */
    void with(int transfers, Path folder) throws Exception {
        List<Adder> adders = new ArrayList<>();
        try (ClusterUnderTest cluster =
                new ClusterUnderTest(NODES, NodeNetwork.create(NODES), folder, DISK_MEGABYTES)) {
            cluster.startAll();
            for (int i = 0; i < NODES * CLIENTS_A_NODE; i++) {
                adders.add(new Adder(cluster, i % NODES, load));
            }
            adders.forEach(Thread::start);
            for (int transfer = 0; transfer < transfers; transfer++) {
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
                "leader-transfer: %d transfers, jobs are %s, %d jobs refused because memory was full, longest wait of any of %d clients for the replies to a job: %s;%nwithout a transfer %s%n",
                transfers,
                load,
                adders.stream().mapToLong(Adder::refused).sum(),
                adders.size(),
                figures(pauses),
                figures(usual));
    }

    private static String figures(List<Adder.Wait> waits) {
        waits.sort(Comparator.comparing(Adder.Wait::nanos));
        int last = waits.size() - 1;
        StringBuilder words = new StringBuilder("p50 %d ms, p90 %d ms, longest %d ms:"
                .formatted(
                        waits.get(last / 2).millis(),
                        waits.get(last * 9 / 10).millis(),
                        waits.get(last).millis()));
        for (int i = last; i >= Math.max(0, last - SHOWN + 1); i--) {
            words.append("%n  until %s, %s"
                    .formatted(waits.get(i).end(), waits.get(i).words()));
        }
        return words.toString();
    }

    private static int leader(ClusterUnderTest cluster) {
        await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS).until(() -> cluster.leader() >= 0);
        return cluster.leader();
    }

    private interface Event {
        void happen() throws Exception;
    }

    /** The longest time in which a client waited for its replies, from before the event until after it. */
    private static Adder.Wait longest(List<Adder> adders, Event event) throws Exception {
        Adder.awaitReplies(adders);
        adders.forEach(Adder::forgetPauses);
        event.happen();
        Adder.awaitReplies(adders);
        return adders.stream().map(Adder::longest).reduce(Adder.Wait.NONE, Adder.Wait::longer);
    }
}
