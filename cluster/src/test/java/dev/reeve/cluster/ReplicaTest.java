package dev.reeve.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replicas in a simulated group, with links that break, nodes that die and leaders that change. */
class ReplicaTest {
    private static final int SEEDS = Integer.getInteger("reeve.replica-runs", 100);

    @Test
    void commands_take_effect_once_and_looks_are_fresh(@TempDir Path folder) throws IOException {
        SimReplicas.Figures figures = new SimReplicas.Figures();
        for (int seed = 0; seed < SEEDS; seed++) {
            new SimReplicas(seed, SimReplicas.Events.FAULTS, folder.resolve("seed-" + seed), figures).run();
        }
        assertThat(figures.applied)
                .as("commands that were applied for their callers")
                .isGreaterThan(SEEDS * 50);
        assertThat(figures.looks).as("looks").isGreaterThan(SEEDS * 20);
        assertThat(figures.unknown).as("commands that ended as unknown").isGreaterThan(0);
        assertThat(figures.resent).as("frames lost with a link").isGreaterThan(SEEDS);
        assertThat(figures.installed).as("snapshots installed").isGreaterThan(SEEDS / 4);
        assertThat(figures.leaders).as("leaders").isGreaterThan(SEEDS * 3);
        assertThat(figures.refused)
                .as("commands given up before they were sent")
                .isGreaterThan(0);
        assertThat(figures.givenUp).as("commands given up after they were sent").isGreaterThan(0);
    }

    @Test
    void every_call_ends_soon_whenever_a_leader_hands_over(@TempDir Path folder) throws IOException {
        SimReplicas.Figures figures = new SimReplicas.Figures();
        for (int seed = 0; seed < SEEDS; seed++) {
            new SimReplicas(seed, SimReplicas.Events.TRANSFERS, folder.resolve("seed-" + seed), figures).run();
        }
        assertThat(figures.transfers).as("transfers").isGreaterThan(3 * SEEDS);
        assertThat(figures.leaders).as("leaders").isGreaterThan(3 * SEEDS);
        assertThat(figures.begunAgain)
                .as("markers of leaders who have found no successor, as nodes applied them")
                .isGreaterThan(SEEDS);
    }

    @Test
    void a_node_that_leads_before_it_knows_its_group_begins_as_soon_as_it_does() {
        List<Object> terms = new ArrayList<>();
        Consensus group = listening(Consensus.class, (called, arguments) -> {
            if (called.equals("propose")) {
                terms.add(arguments[0]);
            }
        });
        Replica replica = alone();
        replica.leadershipStarted(3);
        replica.join(group);
        assertThat(terms).containsExactly(3L);

        Replica deposed = alone();
        deposed.leadershipStarted(4);
        deposed.leadershipEnded(4);
        deposed.join(group);
        assertThat(terms).containsExactly(3L);
    }

    @Test
    void a_leader_tells_a_commit_again_when_a_slow_member_has_acknowledged_it() {
        List<String> calls = new ArrayList<>();
        Replica replica = alone();
        replica.join(listening(Consensus.class, (called, arguments) -> calls.add(called)));
        replica.leadershipStarted(3);
        replica.committed(4, 3, LogBatch.marker(3, 9, new Member("alone", 1, 1)));
        calls.clear();
        replica.acknowledged(3);
        assertThat(calls).as("what was told is not the news").doesNotContain("announce");
        replica.acknowledged(4);
        assertThat(calls).containsOnlyOnce("announce");
        replica.leadershipEnded(3);
        replica.acknowledged(4);
        assertThat(calls).containsOnlyOnce("announce");
    }

    private static Replica alone() {
        Replica.Stamps stamps = new Replica.Stamps() {
            @Override
            public long nowMicros() {
                return 1;
            }

            @Override
            public long seed() {
                return 1;
            }
        };
        Replica.State state = listening(Replica.State.class, (called, arguments) -> {});
        return new Replica(new Member("alone", 1, 1), 7, Runnable::run, state, (to, frame) -> {}, stamps);
    }

    /** An object that tells who calls it, and returns nothing. */
    private static <T> T listening(Class<T> type, BiConsumer<String, Object[]> called) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, given) -> {
            called.accept(method.getName(), given);
            return null;
        }));
    }
}
