package dev.reeve.campaign.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Which calls of a node need a question to the others. */
class KnownJobTest {
    @Test
    void a_job_that_a_node_knows_to_be_ready_is_leased_without_a_question() throws IOException {
        ThreeManualNodes nodes = new ThreeManualNodes(false);
        for (int node = 0; node < 3; node++) {
            nodes.add(node, "job" + node);
        }
        long before = nodes.group().questions();
        for (int node = 0; node < 3; node++) {
            assertThat(Objects.requireNonNull(nodes.acquire(node)).id()).hasToString("job" + node);
        }
        assertThat(nodes.group().questions()).isEqualTo(before);
        assertThat(nodes.look(1, "job0")).isEqualTo(CallReply.TAKEN);
        assertThat(nodes.group().questions()).isEqualTo(before + 1);
    }
}
