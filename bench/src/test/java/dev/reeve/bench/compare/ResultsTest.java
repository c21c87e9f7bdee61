package dev.reeve.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.bench.load.Door;
import dev.reeve.bench.load.LoadException;
import dev.reeve.bench.load.Usage;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;

class ResultsTest {
    private static final Usage QUIET = new Usage(0.4, 0.01, 0.9, 0.01, 0.01, 0.6);
    private static final Usage LOUD = new Usage(0.4, 0.3, 0.5, 0.9, 0, 0.1);

    private final Results results = new Results(List.of(
            run("1", "reeve", 1000, QUIET),
            run("1", "beanstalkd", 500, QUIET),
            run("1", "redis", 2000, QUIET),
            run("2", "redis", 1000, QUIET),
            run("2", "reeve", 1200, LOUD),
            run("2", "beanstalkd", 300, QUIET),
            run("3", "reeve", 900, QUIET),
            run("3", "beanstalkd", 300, LOUD),
            run("3", "redis", 900, QUIET)));

    @TempDir
    private Path folder;

    @Test
    void pairs_are_of_the_same_round() {
        Cell cell = results.cell(SyncMode.SYNCED, 16);
        assertThat(cell.ratio("reeve", "beanstalkd")).isEqualTo(new Spread(2, 2.5, 3, 3.5, 4, 3));
        assertThat(cell.ratio("reeve", "redis").median()).isEqualTo(1);
        assertThat(cell.cycles("reeve").median()).isEqualTo(1000);
        assertThat(cell.disturbed()).isEqualTo(2);
        assertThat(results.cell(SyncMode.RELAXED, 16).isEmpty()).isTrue();
        assertThat(results.durabilities()).containsExactly(SyncMode.SYNCED);
    }

    @Test
    void disturbed_rounds_are_left_out_where_there_are_enough_others() {
        List<Run> runs = new ArrayList<>(results.runs());
        for (int i = 4; i < 10; i++) {
            assertThat(new Results(runs).cell(SyncMode.SYNCED, 16).rounds()).hasSize(i - 1);
            runs.addAll(List.of(
                    run("" + i, "reeve", 10, QUIET),
                    run("" + i, "beanstalkd", 1, QUIET),
                    run("" + i, "redis", 2, QUIET)));
        }
        Cell cell = new Results(runs).cell(SyncMode.SYNCED, 16);
        assertThat(cell.rounds()).hasSize(7);
        assertThat(cell.disturbed()).isEqualTo(2);
        assertThat(cell.ratio("reeve", "redis").max()).isEqualTo(5);
    }

    @Test
    void are_read_back_from_the_file() throws IOException {
        Path file = folder.resolve("runs.csv");
        List<String> lines = Stream.concat(
                        Stream.of(Run.HEADER), results.runs().stream().map(Run::line))
                .toList();
        Files.write(file, lines);
        assertThat(Results.read(file)).isEqualTo(results);
        assertThat(lines.get(0).split(",", -1)).hasSameSizeAs(lines.get(1).split(",", -1));
    }

    @Test
    void page_is_replaced_between_the_marks() throws IOException {
        Path page = folder.resolve("page.md");
        Files.writeString(page, "# A\n<!-- bench/compare: begin -->\nold\n<!-- bench/compare: end -->\nB\n");
        Contest peers = new PeersContest(Door.GOQUEUE);
        Page.write(page, peers.name(), peers.text(results, "On a machine."));
        Page.write(page, peers.name(), peers.text(results, "On this machine."));
        assertThat(page).hasContent("""
                        # A
                        <!-- bench/compare: begin -->
                        On this machine.

                        | durability | connections | Reeve | beanstalkd | Redis | Reeve / beanstalkd | Reeve / Redis | rounds |
                        |---|---|---|---|---|---|---|---|
                        | synced | 16 | 1,000 | 300 | 1,000 | **3.00** (2.50 to 3.50; 2.00 to 4.00) | **1.00** (0.75 to 1.10; 0.50 to 1.20) | 3, 2 of them disturbed |

                        ![Cycles a second of the three](performance.svg)
                        <!-- bench/compare: end -->
                        B
                        """);
        assertThatThrownBy(() -> Page.write(page, "compare-qless", ""))
                .hasMessageContaining("lacks the markers <!-- bench/compare-qless: begin -->");
    }

    @Test
    void the_bare_server_has_its_columns_where_it_took_part() {
        List<Run> runs = new ArrayList<>(results.runs());
        runs.add(run("1", "bare", 1250, QUIET));
        runs.add(new Run(SyncMode.RELAXED, 16, 1, "1", "reeve", 10, 10, 20, QUIET));
        runs.add(new Run(SyncMode.RELAXED, 16, 1, "1", "beanstalkd", 10, 10, 20, QUIET));
        runs.add(new Run(SyncMode.RELAXED, 16, 1, "1", "redis", 10, 10, 20, QUIET));
        assertThat(PeersContest.table(new Results(runs), "").lines().skip(2))
                .satisfiesExactly(
                        line -> assertThat(line).endsWith("| rounds | bare C | Reeve / bare C |"),
                        line -> assertThat(line).endsWith("|---|---|"),
                        line -> assertThat(line).endsWith("| 1,250 | **0.80** (0.80 to 0.80; 0.80 to 0.80) |"),
                        line -> assertThat(line).endsWith("| 1 | – | – |"));
    }

    @Test
    void two_servers_are_compared_by_what_is_in_flight() {
        Results pairs = new Results(List.of(
                new Run(SyncMode.SYNCED, 16, 1, "1", "reeve", 900, 10, 20, QUIET),
                new Run(SyncMode.SYNCED, 16, 1, "1", "qless", 100, 10, 80, QUIET),
                new Run(SyncMode.SYNCED, 16, 32, "1", "qless", 200, 10, 30, QUIET),
                new Run(SyncMode.SYNCED, 16, 32, "1", "reeve", 8000, 10, 15, QUIET)));
        PairTable table = new PairTable("reeve", "Reeve", "qless", "qless on Redis");
        assertThat(table.of(pairs, "On a machine.")).isEqualTo("""
                        On a machine.

                        | durability | connections | in flight on each | Reeve | qless on Redis | ratio | ratio of the p99 of a cycle | rounds |
                        |---|---|---|---|---|---|---|---|
                        | synced | 16 | 1 | 900 | 100 | **9.00** (9.00 to 9.00; 9.00 to 9.00) | **0.25** (0.25 to 0.25; 0.25 to 0.25) | 1 |
                        | synced | 16 | 32 | 8,000 | 200 | **40.00** (40.00 to 40.00; 40.00 to 40.00) | **0.50** (0.50 to 0.50; 0.50 to 0.50) | 1 |
                        """);
    }

    @Test
    void a_backlog_is_named_in_its_table() {
        Results pairs = new Results(List.of(
                new Run(SyncMode.RELAXED, 64, 1, "1", "backlog", 90, 10, 30, QUIET),
                new Run(SyncMode.RELAXED, 64, 1, "1", "empty", 100, 10, 20, QUIET)));
        assertThat(new BacklogContest(1_000_000).text(pairs, "").lines())
                .anySatisfy(line -> assertThat(line).contains("| Reeve with 1,000,000 jobs waiting | with none |"))
                .anySatisfy(line -> assertThat(line).startsWith("| relaxed | 64 | 1 | 90 | 100 | **0.90** "));
    }

    @Test
    void a_file_with_other_columns_is_refused() throws IOException {
        Path file = folder.resolve("older.csv");
        Files.writeString(file, "durability,connections,round\nsynced,16,1\n");
        assertThatThrownBy(() -> Results.read(file))
                .isInstanceOf(LoadException.class)
                .hasMessage(file + " has other columns than this version writes: delete it");
    }

    @Test
    void chart_is_a_picture_with_a_bar_for_each() throws Exception {
        String svg = Chart.of(results);
        var document =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
        assertThat(document.getElementsByTagName("rect").getLength()).isEqualTo(6);
        assertThat(svg).contains(">16 connections<", ">cycles/s, synced before every reply<", "prefers-color-scheme");
    }

    private static Run run(String round, String server, double cycles, Usage usage) {
        return new Run(SyncMode.SYNCED, 16, 1, round, server, cycles, 10, 20, usage);
    }
}
