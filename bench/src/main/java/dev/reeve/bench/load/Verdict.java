package dev.reeve.bench.load;

import java.util.ArrayList;
import java.util.List;

/** Names the bottleneck of a run: the server, the load generator, or the machine that both run on. */
final class Verdict {
    private static final double BUSY = 0.9;
    private static final double IDLE = 0.05;
    private static final double OTHERS = 0.1;
    private static final double STOLEN = 0.02;

    private Verdict() {}

    static List<String> of(Usage usage, int processors) {
        List<String> lines = new ArrayList<>();
        double occupied = usage.client() + usage.clientWaited();
        if (usage.client() >= BUSY) {
            lines.add(
                    ("The load generator was the bottleneck, not the server: its one thread was busy %.0f %% of the time. "
                                    + "Run several of them.")
                            .formatted(100 * usage.client()));
        } else if (usage.idle() < IDLE * processors || occupied >= BUSY) {
            lines.add(
                    "The machine was the bottleneck, not the server alone: its processors were idle %.0f %% of the time."
                            .formatted(100 * usage.idle() / processors));
        } else {
            lines.add(
                    "The server, its disk or the network was the bottleneck: the load generator waited for replies %.0f %% of"
                                    .formatted(100 * (1 - occupied))
                            + " the time.");
        }
        if (usage.others() > OTHERS) {
            lines.add("Other programs used %.2f processors: an idle machine would give higher figures."
                    .formatted(usage.others()));
        }
        if (usage.stolen() > STOLEN) {
            lines.add("Other virtual machines used %.2f processors of this one.".formatted(usage.stolen()));
        }
        return lines;
    }
}
