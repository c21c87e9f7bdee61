package dev.reeve.bench.compare;

import dev.reeve.bench.load.Door;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reeve, beanstalkd, Redis and the bare server. */
record PeersContest(Door door) implements Contest {
    private static final String BARE = "bare";
    private static final String NO_RUN = "–";
    private static final String PICTURE = "\n![Cycles a second of the three](performance.svg)\n";

    @Override
    public String name() {
        return "compare";
    }

    @Override
    public List<Integer> connections() {
        return List.of(1, 16, 64, 256);
    }

    @Override
    public List<Integer> depths() {
        return List.of(1);
    }

    @Override
    public void start(Lineup lineup, SyncMode durability, List<String> pinned, Path folder) throws IOException {
        lineup.add(Contender.reeve(door, durability, pinned, in(folder, Contender.REEVE)));
        lineup.add(Contender.beanstalkd(durability, pinned, in(folder, "beanstalkd")));
        lineup.add(Contender.redis(durability, pinned, in(folder, "redis")));
        Contender bare = Contender.bare(durability, pinned, in(folder, BARE));
        if (bare != null) {
            lineup.add(bare);
        }
    }

    private static Path in(Path folder, String name) throws IOException {
        return Files.createDirectory(folder.resolve(name));
    }

    @Override
    public String servers() throws IOException {
        return Conditions.beanstalkd() + ", " + Conditions.redis();
    }

    @Override
    public String text(Results results, String conditions) {
        return table(results, conditions) + PICTURE;
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
                "%,.0f | %,.0f | %,.0f | %s | %s | %s",
                cell.cycles("reeve").median(),
                cell.cycles("beanstalkd").median(),
                cell.cycles("redis").median(),
                cell.ratio("reeve", "beanstalkd").asRatio(),
                cell.ratio("reeve", "redis").asRatio(),
                cell.describe());
    }

    private static String bare(Cell cell) {
        if (!cell.has(BARE)) {
            return " %s | %s |".formatted(NO_RUN, NO_RUN);
        }
        return String.format(
                Locale.ROOT,
                " %,.0f | %s |",
                cell.cycles(BARE).median(),
                cell.ratio("reeve", BARE).asRatio());
    }
}
