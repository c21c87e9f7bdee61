package dev.reeve.cluster.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.cluster.Member;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ClockRuleTest {
    private static final long SECOND = 1_000_000;

    private final ClockRule rule = new ClockRule(SECOND);

    /** Node 1 looks at others whose clocks are so far ahead. */
    private static ClusterStatus status(long... aheadMicros) {
        List<NodeStatus> nodes = new ArrayList<>();
        NodeStatus.Told told = new NodeStatus.Told("1", 7, true, false);
        nodes.add(new NodeStatus(new Member("h", 1, 1), "n1", true, told, 0, 0));
        for (int i = 0; i < aheadMicros.length; i++) {
            int number = i + 2;
            nodes.add(new NodeStatus(new Member("h", number, number), "n" + number, false, told, 0, aheadMicros[i]));
        }
        return new ClusterStatus(1, 1, true, new ClusterStatus.Figures(0, 0, 0, 0, 0, 0), nodes);
    }

    private @Nullable Member last(ClusterStatus status, int checks) {
        Member told = null;
        for (int i = 0; i < checks; i++) {
            told = rule.check(status);
        }
        return told;
    }

    @Test
    void a_leader_that_is_ahead_hands_over_to_the_one_in_the_middle() {
        ClusterStatus ahead = status(-3600 * SECOND, -3598 * SECOND);
        assertThat(last(ahead, ClockRule.CHECKS - 1)).isNull();
        assertThat(rule.check(ahead)).isEqualTo(new Member("h", 3, 3));
        assertThat(rule.check(ahead)).as("it takes a moment").isNull();
        assertThat(last(status(5 * SECOND, 9 * SECOND), ClockRule.CHECKS - 1))
                .as("behind")
                .isNotNull();
    }

    @Test
    void a_late_report_is_no_difference() {
        assertThat(last(status(-5 * SECOND, -5 * SECOND), ClockRule.CHECKS - 1)).isNull();
        assertThat(rule.check(status(0, 0))).isNull();
        assertThat(last(status(-5 * SECOND, -5 * SECOND), ClockRule.CHECKS - 1)).isNull();
    }

    @Test
    void the_clock_of_another_one_may_be_wrong() {
        assertThat(last(status(-3600 * SECOND, 100), 2 * ClockRule.CHECKS)).isNull();
        assertThat(last(status(-3600 * SECOND), 2 * ClockRule.CHECKS))
                .as("of two nobody knows")
                .isNull();
        assertThat(last(status(3600 * SECOND), 2 * ClockRule.CHECKS))
                .as("nor if it is the other way round")
                .isNull();
        assertThat(last(status(), 2 * ClockRule.CHECKS)).as("alone").isNull();
    }
}
