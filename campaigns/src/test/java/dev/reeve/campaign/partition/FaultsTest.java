package dev.reeve.campaign.partition;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One server under load, with faults. More faults: {@code -Dreeve.faults=1000}; the same choices again: {@code -Dreeve.seed=N}.
 */
class FaultsTest {
    private static final int FAULTS = Integer.getInteger("reeve.faults", 2);
    private static final long SEED = Long.getLong("reeve.seed", System.nanoTime());

    @Test
    void whatever_fails_one_machine_could_have_answered_so(@TempDir Path folder) throws Exception {
        new FaultRun(1, SEED).with(FAULTS, folder);
    }
}
