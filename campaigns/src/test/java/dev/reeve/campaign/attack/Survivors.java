package dev.reeve.campaign.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.DoorClient;
import dev.reeve.testkit.WorkqClient;
import java.util.List;

/** What has to be there after a restart. */
final class Survivors {
    private Survivors() {}

    static void assertWaiting(int workqPort, List<String> ids) {
        try (WorkqClient client = new WorkqClient(workqPort)) {
            for (String id : ids) {
                assertThat(client.look(id)).as(id).isEqualTo(DoorClient.Phase.WAITING);
            }
        }
    }
}
