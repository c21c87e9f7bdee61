package dev.reeve.campaign.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.job.Terms;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A lease lasts as long as it was given for, whatever the clock of one node shows, and whoever leads. */
class WrongClockTest {
    private static final long LEASE_MILLIS = Terms.DEFAULT_LEASE_MICROS / 1000;
    /** More than the calls of a test take. */
    private static final long MARGIN_MILLIS = 3_000;

    @ParameterizedTest(name = "{0} s ahead")
    @ValueSource(longs = {-3600, -90, -2, 2, 90, 3600})
    void a_leader_with_a_wrong_clock_hands_over(long seconds) throws IOException {
        ThreeManualNodes nodes = new ThreeManualNodes(false);
        nodes.setClock(0, seconds * 1_000_000);
        nodes.pass(1_000);
        nodes.add(1, "a");
        assertThat(nodes.acquire(2)).isNotNull();
        nodes.lead(1);
        expectWholeLease(nodes);
    }

    @ParameterizedTest(name = "{0} s ahead")
    @ValueSource(longs = {-3600, -90, -2, 2, 90, 3600})
    void the_clock_of_the_next_leader_is_wrong(long seconds) throws IOException {
        ThreeManualNodes nodes = new ThreeManualNodes(false);
        nodes.add(1, "a");
        assertThat(nodes.acquire(2)).isNotNull();
        nodes.setClock(1, seconds * 1_000_000);
        nodes.lead(1);
        nodes.pass(1_000);
        expectWholeLease(nodes);
    }

    /** The lease was given a moment ago, at most {@link #MARGIN_MILLIS}. */
    private static void expectWholeLease(ThreeManualNodes nodes) {
        nodes.pass(LEASE_MILLIS - 2 * MARGIN_MILLIS);
        assertThat(nodes.look(1, "a")).isEqualTo(CallReply.TAKEN);
        nodes.pass(2 * MARGIN_MILLIS);
        assertThat(nodes.look(2, "a")).isEqualTo(CallReply.WAITING);
    }
}
