package dev.reeve.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictTest {
    @Test
    void the_server() {
        assertThat(verdict(new Usage(0.3, 0.1, 1, 0.05, 0.01, 0.6)))
                .containsExactly("The server, its disk or the network was the bottleneck: the load generator waited for"
                        + " replies 60 % of the time.");
    }

    @Test
    void the_load_generator() {
        assertThat(verdict(new Usage(0.93, 0, 0.4, 0, 0, 0.7)))
                .containsExactly(
                        "The load generator was the bottleneck, not the server: its one thread was busy 93 % of the"
                                + " time. Run several of them.");
    }

    @Test
    void the_machine() {
        assertThat(verdict(new Usage(0.6, 0.2, 0.9, 0.4, 0.05, 0.08)))
                .containsExactly(
                        "The machine was the bottleneck, not the server alone: its processors were idle 4 % of the time.",
                        "Other programs used 0.40 processors: an idle machine would give higher figures.",
                        "Other virtual machines used 0.05 processors of this one.");
        assertThat(verdict(new Usage(0.5, 0.45, 0.9, 0, 0, 1)))
                .containsExactly(
                        "The machine was the bottleneck, not the server alone: its processors were idle 50 % of the time.");
    }

    private static List<String> verdict(Usage usage) {
        return Verdict.of(usage, 2);
    }
}
