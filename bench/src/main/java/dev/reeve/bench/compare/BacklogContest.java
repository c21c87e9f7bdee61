package dev.reeve.bench.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Reeve with many waiting jobs and Reeve with none. */
record BacklogContest(int jobs) implements Contest {
    private static final String FULL = "backlog";
    private static final String EMPTY = "empty";

    @Override
    public String name() {
        return "compare-backlog";
    }

    @Override
    public List<Integer> connections() {
        return List.of(16, 64);
    }

    @Override
    public List<Integer> depths() {
        return List.of(1);
    }

    @Override
    public void start(Lineup lineup, SyncMode durability, List<String> pinned, Path folder) throws IOException {
        lineup.add(Contender.backlog(FULL, jobs, durability, pinned, folder.resolve(FULL)));
        lineup.add(Contender.backlog(EMPTY, 0, durability, pinned, folder.resolve(EMPTY)));
    }

    @Override
    public String servers() {
        return "";
    }

    @Override
    public String text(Results results, String conditions) {
        String title = String.format(Locale.ROOT, "Reeve with %,d jobs waiting", jobs);
        return new PairTable(FULL, title, EMPTY, "with none").of(results, conditions);
    }
}
