package dev.reeve.bench.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The generated part of a document, between two markers. */
final class Page {
    private static final String BEGIN = "<!-- bench/compare: begin -->\n";
    private static final String END = "<!-- bench/compare: end -->";

    private static final String BARE = "bare";
    private static final String NO_RUN = "–";
    private static final String PICTURE = "\n![Cycles a second of the three](performance.svg)\n";

    private Page() {}

    static void write(Path file, Results results, String conditions) throws IOException {
        String text = Files.readString(file);
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IOException(file + " lacks the markers " + BEGIN.strip() + " and " + END);
        }
        String made = text.substring(0, begin) + BEGIN + table(results, conditions) + PICTURE + text.substring(end);
        Files.writeString(file, made);
    }

    /** The columns of the bare server are there if it took part. */
    static String table(Results results, String conditions) {
        boolean bare = results.has(BARE);
        List<String> lines = new ArrayList<>(List.of(
                conditions,
                "",
                "| durability | connections | Reeve | beanstalkd | Redis | Reeve / beanstalkd | Reeve / Redis | rounds |"
                        + (bare ? " bare C | Reeve / bare C |" : ""),
                "|---|---|---|---|---|---|---|---|" + (bare ? "---|---|" : "")));
        for (SyncMode durability : results.durabilities()) {
            for (int connections : results.connections()) {
                Cell cell = results.cell(durability, connections);
                if (!cell.isEmpty()) {
                    lines.add(
                            "| %s | %d | %s |%s".formatted(durability, connections, row(cell), bare ? bare(cell) : ""));
                }
            }
        }
        return String.join("\n", lines) + "\n";
    }

    private static String row(Cell cell) {
        return String.format(
                Locale.ROOT,
                "%,.0f | %,.0f | %,.0f | %s | %s | %d%s",
                cell.cycles("reeve").median(),
                cell.cycles("beanstalkd").median(),
                cell.cycles("redis").median(),
                ratio(cell.ratio("reeve", "beanstalkd")),
                ratio(cell.ratio("reeve", "redis")),
                cell.rounds().size(),
                disturbed(cell));
    }

    private static String bare(Cell cell) {
        if (!cell.has(BARE)) {
            return " %s | %s |".formatted(NO_RUN, NO_RUN);
        }
        return String.format(
                Locale.ROOT, " %,.0f | %s |", cell.cycles(BARE).median(), ratio(cell.ratio("reeve", BARE)));
    }

    private static String disturbed(Cell cell) {
        boolean counted =
                cell.rounds().stream().anyMatch(round -> round.stream().anyMatch(Run::isDisturbed));
        if (cell.disturbed() == 0) {
            return "";
        }
        return counted ? ", " + cell.disturbed() + " of them disturbed" : ", left out " + cell.disturbed();
    }

    private static String ratio(Spread ratio) {
        return String.format(
                Locale.ROOT,
                "**%.2f** (%.2f to %.2f; %.2f to %.2f)",
                ratio.median(),
                ratio.lowerQuartile(),
                ratio.upperQuartile(),
                ratio.min(),
                ratio.max());
    }
}
