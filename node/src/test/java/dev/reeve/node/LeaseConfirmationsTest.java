package dev.reeve.node;

import static dev.reeve.node.NodeFixture.SECOND;
import static dev.reeve.node.NodeFixture.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import dev.reeve.journal.WriteAdmission;
import dev.reeve.node.NodeFixture.Waiting;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs with a single attempt that were leased when the server ended, with or without a reply. */
class LeaseConfirmationsTest {
    private static final long LEASE_MILLIS = 10_000;
    private static final Terms ONCE = new Terms(
            LEASE_MILLIS * 1000,
            0,
            3600 * SECOND,
            Terms.FOREVER,
            Terms.BACKGROUND,
            new RetryPolicy(RetryPolicy.Rule.RETRIES, 0, 0, 0, List.of()));

    private static NodeFixture leased(boolean atCommit, long waitMillis) {
        NodeFixture it = new NodeFixture(atCommit);
        it.node.start();
        it.submit(NodeFixture.job("q", 1, ONCE));
        it.settle();
        it.lease(0, "q");
        it.settle();
        it.advanceMillis(waitMillis);
        return it;
    }

    /** Starts a node on what the journal of another one has. */
    private static NodeFixture restart(NodeFixture killed, boolean atCommit) {
        NodeSettings settings = new NodeSettings(1 << 20, 1 << 16, new SplittableRandom(7)::nextLong);
        NodeFixture it = new NodeFixture(atCommit, killed.replayed(), settings);
        it.clock.set(killed.clock.nowMicros());
        it.node.start();
        it.settle();
        return it;
    }

    private static State state(NodeFixture it) {
        JobView job = it.node.engine().job(JobRef.of(id(1)));
        return Objects.requireNonNull(job).state();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_lease_whose_reply_may_not_have_been_sent_does_not_spend_the_only_attempt(boolean atCommit) {
        NodeFixture it = restart(leased(atCommit, 999), atCommit);
        assertThat(state(it)).isEqualTo(State.LEASED);
        it.advanceMillis(LEASE_MILLIS);
        assertThat(state(it)).isEqualTo(State.READY);
        Waiting<List<LeasedJob>> again = it.lease(0, "q");
        it.settle();
        assertThat(again.value()).hasSize(1);
        it.advanceMillis(LEASE_MILLIS);
        assertThat(state(it)).isEqualTo(State.TIMED_OUT);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_lease_that_lapsed_while_the_server_was_off_does_not_spend_it_either(boolean atCommit) {
        NodeFixture killed = leased(atCommit, 0);
        killed.clock.advanceMillis(LEASE_MILLIS + 1000);
        NodeFixture it = restart(killed, atCommit);
        assertThat(state(it)).isEqualTo(State.READY);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_lease_counts_if_its_reply_was_sent_a_second_before(boolean atCommit) {
        NodeFixture it = restart(leased(atCommit, 1000), atCommit);
        it.advanceMillis(LEASE_MILLIS);
        assertThat(state(it)).isEqualTo(State.TIMED_OUT);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_second_without_a_sync_confirms_nothing(boolean atCommit) {
        NodeFixture killed = new NodeFixture(atCommit);
        killed.node.start();
        killed.submit(NodeFixture.job("q", 1, ONCE));
        killed.lease(0, "q");
        for (int i = 0; i < 5; i++) {
            killed.clock.advanceMillis(1000);
            killed.loop.turn();
        }
        int unsynced = killed.journal.entries.size();
        killed.settle();
        assertThat(killed.journal.entries.size() - unsynced).isLessThanOrEqualTo(1);
        NodeFixture it = restart(killed, atCommit);
        assertThat(state(it)).isEqualTo(State.LEASED);
        it.advanceMillis(LEASE_MILLIS);
        assertThat(state(it)).isEqualTo(State.READY);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void one_entry_confirms_all_leases_of_a_second_and_none_follows(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        it.node.start();
        for (int i = 1; i <= 10; i++) {
            it.submit(NodeFixture.job("q", i, ONCE));
            it.lease(0, "q");
            it.settle();
        }
        int before = it.journal.entries.size();
        for (int i = 0; i < 5; i++) {
            it.advanceMillis(1000);
        }
        assertThat(it.journal.entries).hasSize(before + 2);
        assertThat(it.node.changes()).isEqualTo(23);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_full_disk_delays_the_confirmation(boolean atCommit) {
        NodeFixture killed = leased(atCommit, 0);
        killed.room(WriteAdmission.NONE);
        killed.advanceMillis(1000);
        killed.room(WriteAdmission.AMPLE);
        killed.advanceMillis(1000);
        NodeFixture it = restart(killed, atCommit);
        it.advanceMillis(LEASE_MILLIS);
        assertThat(state(it)).isEqualTo(State.TIMED_OUT);
    }
}
