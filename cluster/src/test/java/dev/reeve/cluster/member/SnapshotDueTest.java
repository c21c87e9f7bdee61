package dev.reeve.cluster.member;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SnapshotDueTest {
    private final ClusterMember.Limits limits = new ClusterMember.Limits(1, 1_000, 50, 1, 1);

    @Test
    void a_snapshot_is_due_when_the_log_outweighs_the_state() {
        assertThat(limits.isSnapshotDue(999, 49, 10)).isFalse();
        assertThat(limits.isSnapshotDue(1_000, 1, 10)).isTrue();
        assertThat(limits.isSnapshotDue(1_999, 49, 2_000)).isFalse();
        assertThat(limits.isSnapshotDue(2_000, 1, 2_000)).isTrue();
    }

    @Test
    void small_entries_take_memory_however_large_the_state_is() {
        assertThat(limits.isSnapshotDue(0, 50, 1_000_000)).isTrue();
    }
}
