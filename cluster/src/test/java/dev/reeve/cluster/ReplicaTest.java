package dev.reeve.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replicas in a simulated group, with links that break, nodes that die and leaders that change. */
class ReplicaTest {
    private static final int SEEDS = Integer.getInteger("reeve.replica-runs", 100);

    @Test
    void commands_take_effect_once_and_looks_are_fresh(@TempDir Path folder) throws IOException {
        SimReplicas.Figures figures = new SimReplicas.Figures();
        for (int seed = 0; seed < SEEDS; seed++) {
            new SimReplicas(seed, folder.resolve("seed-" + seed), figures).run();
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
}
