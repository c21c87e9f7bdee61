package dev.reeve.campaign.partition;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long clients of all nodes wait when the leader hands over under load. They see no error. More transfers: {@code
 * -Dreeve.leader-transfers=100}.
 */
class LeaderTransferTest {
    private static final int TRANSFERS = Integer.getInteger("reeve.leader-transfers", 2);

    @Test
    void clients_wait_and_see_no_error(@TempDir Path folder) throws Exception {
        new TransferRun(Adder.Load.DELETED).with(TRANSFERS, folder);
    }
}
