package dev.reeve.campaign.partition;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes under load, with faults of nodes and of the links between them. More faults: {@code -Dreeve.cluster-faults=1000}; the same choices again: {@code -Dreeve.seed=N}.
 */
class ClusterFaultsTest {
    private static final int FAULTS = Integer.getInteger("reeve.cluster-faults", 1);
    private static final long SEED = Long.getLong("reeve.seed", System.nanoTime());

    @Test
    void whatever_fails_three_nodes_answer_as_one(@TempDir Path folder) throws Exception {
        new FaultRun(3, SEED).with(FAULTS, folder);
    }
}
