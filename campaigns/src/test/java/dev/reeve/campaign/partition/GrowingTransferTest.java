package dev.reeve.campaign.partition;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same as {@link LeaderTransferTest} with jobs that become ever more: after a minute or two the memory is full. More
 * transfers: {@code -Dreeve.growing-transfers=300}.
 */
class GrowingTransferTest {
    private static final int TRANSFERS = Integer.getInteger("reeve.growing-transfers", 2);

    @Test
    void clients_wait_and_see_no_error_but_that_memory_is_full(@TempDir Path folder) throws Exception {
        new TransferRun(Adder.Load.LEASED).with(TRANSFERS, folder);
    }
}
