package dev.reeve.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.Engine;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.format.StateWriter;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.engine.queue.QueueView;
import dev.reeve.node.NodeFixture.Waiting;
import java.io.ByteArrayOutputStream;
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
        assertThat(it.node.leaseWaiters.all()).as("parked, seed %s", seed).hasSize(waiting);
        for (LeaseWaiter waiter : it.node.leaseWaiters.all()) {
            for (String queue : waiter.queues()) {
                assertThat(it.engine.readyCount(queue))
                        .as("ready in %s, seed %s", queue, seed)
                        .isZero();
            }
        }
    }

    /**
     * Calls of all kinds are in flight while the journal loses entries that are not durable, and states arrive from
     * elsewhere that contain other entries.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void every_call_ends_once_and_the_state_is_what_committed(boolean atCommit) {
        for (long seed = 0; seed < 300; seed++) {
            new Upheaval(atCommit, seed).run();
        }
    }

    private static final class Upheaval {
        private final long seed;
        private final SplittableRandom random;
        private final NodeFixture it;
        private final List<Recorder<?>> calls = new ArrayList<>();
        private final List<Waiting<?>> waiters = new ArrayList<>();
        private final Set<Recorder<?>> gone = new HashSet<>();
        private int added;

        Upheaval(boolean atCommit, long seed) {
            this.seed = seed;
            this.random = new SplittableRandom(seed);
            this.it = new NodeFixture(atCommit);
        }

        void run() {
            for (int step = 0; step < 150; step++) {
                step();
            }
            it.settle(1 + random.nextInt(5));
            // Ends the wait of an open batch for more commands.
            it.advanceMillis(10);
            for (LeaseWaiter waiter : it.node.leaseWaiters.all()) {
                for (String queue : waiter.queues()) {
                    assertThat(it.node.engine().readyCount(queue))
                            .as("ready in %s, seed %s", queue, seed)
                            .isZero();
                }
            }
            it.advanceMillis(200_000);
            it.advanceMillis(200_000);
            for (Recorder<?> call : calls) {
                if (gone.contains(call)) {
                    assertThat(call.told).as("gone, seed %s", seed).isEmpty();
                } else {
                    assertThat(call.told)
                            .as("call %s, seed %s", calls.indexOf(call), seed)
                            .hasSize(1);
                }
            }
            assertThat(it.node.waitingForJobs() + it.node.waitingForEnds()).isZero();
            assertThat(it.halts).isEmpty();
            assertThat(state(it.node.engine())).as("state, seed %s", seed).isEqualTo(state(it.replayed()));
        }

        private void step() {
            switch (random.nextInt(14)) {
                case 0, 1 -> calls.add(it.add(QUEUES[random.nextInt(3)], added++));
                case 2, 3 -> waiting(it.lease(100_000, someQueues(random)));
                case 4 -> waiting(it.result(anyJob(), 100_000));
                case 5 -> waiting(it.run(QUEUES[random.nextInt(3)], added++, 50_000));
                case 6 -> calls.add(it.submit(it.complete(anyJob(), "done")));
                case 7 -> ask();
                case 8 -> leave();
                case 9 -> {
                    it.clock.advanceMillis(random.nextInt(3000));
                    it.loop.turn();
                }
                case 10 -> lose();
                case 11 -> install();
                default -> {
                    it.loop.turn();
                    if (it.journal.sync(1 + random.nextInt(4))) {
                        it.node.journalAdvanced();
                    }
                }
            }
        }

        private void waiting(Waiting<?> waiting) {
            waiters.add(waiting);
            calls.add(waiting.recorder());
        }

        private int anyJob() {
            return random.nextInt(added + 1);
        }

        private void ask() {
            Recorder<Integer> counted = new Recorder<>();
            calls.add(counted);
            it.node.ask(engine -> engine.jobCount(), counted);
        }

        private void leave() {
            if (!waiters.isEmpty()) {
                Waiting<?> leaves = waiters.get(random.nextInt(waiters.size()));
                if (leaves.told().isEmpty() && gone.add(leaves.recorder())) {
                    leaves.waitHandle().cancel();
                }
            }
        }

        private void lose() {
            long first = anyUncommitted();
            if (first <= it.journal.lastAppended()) {
                it.lose(first);
            }
        }

        private void install() {
            it.install(
                    random.nextBoolean() ? it.journal.lastAppended() + 1 : anyUncommitted(),
                    NodeFixture.job(QUEUES[random.nextInt(3)], added++, NodeFixture.WORK),
                    it.complete(anyJob(), "elsewhere"),
                    new Acquire(List.of(QUEUES[random.nextInt(3)]), null, 1, 0));
        }

        private long anyUncommitted() {
            long durable = it.journal.durable();
            return durable + 1 + random.nextLong(it.journal.lastAppended() - durable + 1);
        }

        private static byte[] state(Engine engine) {
            StateWriter writer = engine.startSnapshot();
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            boolean complete = false;
            while (!complete) {
                complete = writer.step(1 << 20);
                bytes.writeBytes(writer.take());
            }
            return bytes.toByteArray();
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
