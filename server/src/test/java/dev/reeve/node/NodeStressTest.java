package dev.reeve.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.job.LeasedJob;
import dev.reeve.engine.queue.QueueView;
import dev.reeve.node.NodeFixture.Waiting;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Waiters on random queues arrive, are served and leave, while entries become durable in random groups. */
class NodeStressTest {
    private static final String[] QUEUES = {"a", "b", "c"};

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void no_job_is_left_lying_while_somebody_waits_for_it(boolean atCommit) {
        for (long seed = 0; seed < 300; seed++) {
            run(atCommit, seed);
        }
    }

    private static void run(boolean atCommit, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        NodeFixture it = new NodeFixture(atCommit);
        List<Waiting<List<LeasedJob>>> waiters = new ArrayList<>();
        Set<Waiting<List<LeasedJob>>> gone = new HashSet<>();
        int added = 0;
        for (int step = 0; step < 120; step++) {
            switch (random.nextInt(6)) {
                case 0, 1 -> it.add(QUEUES[random.nextInt(3)], added++);
                case 2, 3 -> waiters.add(it.lease(1_000_000, someQueues(random)));
                case 4 -> {
                    if (!waiters.isEmpty()) {
                        Waiting<List<LeasedJob>> leaves = waiters.get(random.nextInt(waiters.size()));
                        if (leaves.told().isEmpty() && gone.add(leaves)) {
                            leaves.waitHandle().cancel();
                        }
                    }
                }
                default -> {
                    it.loop.turn();
                    if (it.journal.sync(1 + random.nextInt(4))) {
                        it.node.journalAdvanced();
                    }
                }
            }
        }
        it.settle(1 + random.nextInt(5));
        check(it, waiters, gone, added, seed);
    }

    private static void check(
            NodeFixture it,
            List<Waiting<List<LeasedJob>>> waiters,
            Set<Waiting<List<LeasedJob>>> gone,
            int added,
            long seed) {
        Set<Long> delivered = new HashSet<>();
        int waiting = 0;
        for (Waiting<List<LeasedJob>> waiter : waiters) {
            if (gone.contains(waiter)) {
                assertThat(waiter.told()).as("seed %s", seed).isEmpty();
            } else if (waiter.told().isEmpty()) {
                waiting++;
            } else {
                assertThat(waiter.told()).containsExactly("reply");
                assertThat(delivered.add(waiter.value().get(0).number()))
                        .as("seed %s", seed)
                        .isTrue();
            }
        }
        int ready = it.engine.queues(0, 10).stream().mapToInt(QueueView::ready).sum();
        int leased =
                it.engine.queues(0, 10).stream().mapToInt(QueueView::leased).sum();
        assertThat(leased).as("leased and delivered, seed %s", seed).isEqualTo(delivered.size());
        assertThat(ready + leased).as("all jobs, seed %s", seed).isEqualTo(added);
        assertThat(it.node.leaseWaiters().all()).as("parked, seed %s", seed).hasSize(waiting);
        for (LeaseWaiter waiter : it.node.leaseWaiters().all()) {
            for (String queue : waiter.queues()) {
                assertThat(it.engine.readyCount(queue))
                        .as("ready in %s, seed %s", queue, seed)
                        .isZero();
            }
        }
    }

    private static String[] someQueues(SplittableRandom random) {
        int mask = 1 + random.nextInt(7);
        List<String> some = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            if ((mask & (1 << i)) != 0) {
                some.add(QUEUES[i]);
            }
        }
        return some.toArray(String[]::new);
    }
}
