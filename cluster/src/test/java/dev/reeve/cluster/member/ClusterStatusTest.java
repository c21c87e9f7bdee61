package dev.reeve.cluster.member;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClusterStatusTest {
    @Test
    void an_even_number_of_nodes_is_advised_against() {
        assertThat(ClusterStatus.advice(0)).as("nothing is known yet").isNull();
        assertThat(ClusterStatus.advice(1)).isNull();
        assertThat(ClusterStatus.advice(2))
                .isEqualTo("2 nodes survive the loss of none, as 1 would: let one more join, or one leave");
        assertThat(ClusterStatus.advice(3)).isNull();
        assertThat(ClusterStatus.advice(4)).startsWith("4 nodes survive the loss of 1, as 3 would");
        assertThat(ClusterStatus.advice(6)).startsWith("6 nodes survive the loss of 2, as 5 would");
    }
}
