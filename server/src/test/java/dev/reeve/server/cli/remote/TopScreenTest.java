package dev.reeve.server.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.client.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopScreenTest {
    private static final String STATUS = "{\"version\":\"1.0\",\"jobs\":7,\"not_ready_because\":%s,"
            + "\"memory\":{\"used_bytes\":1048576,\"limit_bytes\":1073741824},\"disk\":{\"free_bytes\":5368709120},"
            + "\"journal\":{\"last_sync_seconds\":0.0012}}";

    private static JsonObject json(String text) {
        return JsonObject.read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static JsonObject queue(String name, int oldest) {
        return json("{\"name\":\"" + name + "\",\"ready\":1234567,\"leased\":2,\"oldest_seconds\":" + oldest
                + ",\"added_per_second\":1.26,\"completed_per_second\":12345,\"paused\":" + name.equals("b") + "}");
    }

    private static TopScreen screen(int queues, int workers) {
        return new TopScreen(
                "127.0.0.1:8023",
                json(STATUS.formatted("null")),
                IntStream.range(0, queues)
                        .mapToObj(i -> queue("a-queue-with-quite-a-long-name-" + i, i))
                        .toList(),
                IntStream.range(0, workers)
                        .mapToObj(
                                i -> json("{\"name\":\"worker-" + i + "\",\"jobs_held\":" + i + ",\"queues\":[\"q\"]}"))
                        .toList());
    }

    @ParameterizedTest
    @CsvSource({"80,24,5,3", "80,24,100,9", "200,50,20,50", "200,50,0,0", "40,6,9,9", "20,1,3,3", "10,3,1,0"})
    void nothing_is_wider_or_longer_than_the_terminal(int columns, int rows, int queues, int workers) {
        List<String> lines = screen(queues, workers).lines(columns, rows);
        assertThat(lines).hasSizeBetween(1, rows).allMatch(line -> line.length() <= columns);
    }

    @Test
    void the_queue_with_the_oldest_job_comes_first_and_what_is_left_out_is_counted() {
        List<String> lines = screen(100, 5).lines(80, 24);
        assertThat(lines).hasSize(24);
        assertThat(lines.get(3)).startsWith("QUEUE").endsWith("READY LEASED  LATER RETRY FAILED OLDEST  ADD/S DONE/S");
        assertThat(lines.get(4)).matches("a-queue-with…long-name-99 +1235k +2 +0 +0 +0 +99s +1\\.3 +12345");
        assertThat(lines.get(18)).isEqualTo("… 86 more queues");
        assertThat(lines.get(20)).matches("WORKER +JOBS  QUEUES");
        assertThat(lines.get(21)).matches("worker-4 +4  q");
        assertThat(lines.get(23)).isEqualTo("… 3 more workers");
        assertThat(screen(100, 0).lines(80, 24).get(23)).isEqualTo("… 81 more queues");
    }

    @Test
    void workers_are_shown_where_there_is_room() {
        List<String> lines = screen(2, 3).lines(200, 50);
        assertThat(lines).anyMatch(line -> line.startsWith("WORKER"));
        assertThat(lines.get(lines.size() - 3)).matches("worker-2 +2  q");
        assertThat(lines.get(4)).startsWith("a-queue-with-quite-a-long-name-1 ");
    }

    @Test
    void one_of_them_is_not_several() {
        assertThat(screen(1, 1).lines(80, 24).get(0)).contains("  1 queue  1 worker  ");
        assertThat(screen(21, 0).lines(80, 24)).last().isEqualTo("… 2 more queues");
        assertThat(screen(0, 0).lines(80, 24).get(0)).contains("  0 queues  0 workers  ");
    }

    @Test
    void the_server_itself_is_told_in_two_lines() {
        List<String> lines = screen(2, 3).lines(200, 50);
        assertThat(lines.get(0)).isEqualTo("Reeve 1.0 at 127.0.0.1:8023  2 queues  3 workers  +2.5/s  -24690/s");
        assertThat(lines.get(1)).isEqualTo("jobs 7  memory 1 MiB of 1.0 GiB  disk 5.0 GiB free  last sync 1.2 ms");
        JsonObject unsynced = json(STATUS.formatted("null").replace("0.0012", "0"));
        assertThat(new TopScreen("h", unsynced, List.of(), List.of())
                        .lines(200, 50)
                        .get(1))
                .endsWith("  disk 5.0 GiB free");
        TopScreen troubled = new TopScreen(
                "h", json(STATUS.formatted("\"the disk is full\"")), List.of(queue("b", 90_000)), List.of());
        assertThat(troubled.lines(200, 50).get(0)).endsWith("  NOT READY: the disk is full");
        assertThat(troubled.lines(200, 50).get(4)).startsWith("b (paused) ").contains(" 25h ");
    }

    @Test
    void sizes_are_as_stty_prints_them() {
        assertThat(Terminal.of("50 200\n")).isEqualTo(new Terminal(200, 50));
        assertThat(Terminal.of("0 0\n")).isEqualTo(new Terminal(80, 24));
        assertThat(Terminal.of("")).isEqualTo(new Terminal(80, 24));
        assertThat(Stream.of("/dev/pts/3", "/dev/tty1", "/dev/console").map(Path::of))
                .allMatch(Terminal::isTerminal);
        assertThat(Stream.of("/dev/null", "pipe:[17]", "socket:[18]", "/tmp/tty")
                        .map(Path::of))
                .noneMatch(Terminal::isTerminal);
    }
}
