package dev.reeve.bench.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The table of two servers: cycles per second of both, and the ratios of these and of the 99th percentiles. */
record PairTable(String server, String title, String other, String otherTitle) {
    String of(Results results, String conditions) {
        List<String> lines = new ArrayList<>(List.of(
                conditions,
                "",
                "| durability | connections | in flight on each | %s | %s | ratio | ratio of the p99 of a cycle | rounds |"
                        .formatted(title, otherTitle),
                "|---|---|---|---|---|---|---|---|"));
        for (SyncMode durability : results.durabilities()) {
            for (int connections : results.connections()) {
                for (int depth : results.depths()) {
                    Cell cell = results.withDepth(depth).cell(durability, connections);
                    if (!cell.isEmpty()) {
                        lines.add("| %s | %d | %d | %s |".formatted(durability, connections, depth, row(cell)));
                    }
                }
            }
        }
        return String.join("\n", lines) + "\n";
    }

    private String row(Cell cell) {
        return String.format(
                Locale.ROOT,
                "%,.0f | %,.0f | %s | %s | %s",
                cell.cycles(server).median(),
                cell.cycles(other).median(),
                cell.ratio(server, other).asRatio(),
                cell.p99Ratio(server, other).asRatio(),
                cell.describe());
    }
}
