package dev.reeve.server.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ProgressBarTest {
    private static final String CLEAR = "\r\u001b[K";

    private final StringWriter seen = new StringWriter();
    private long nanos = 77;

    private ProgressBar bar(long total) {
        return new ProgressBar(new PrintWriter(seen), total, () -> nanos);
    }

    private void pass(long millis) {
        nanos += TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /** The lines in the order in which they were drawn. */
    private List<String> drawn() {
        return List.of(seen.toString().substring(CLEAR.length()).split("\r\u001b\\[K", -1));
    }

    @Test
    void shows_the_share_the_speed_and_the_time_that_is_left() {
        ProgressBar bar = bar(4_000_000);
        bar.show(0, 0);
        pass(500);
        bar.show(100_000, 1_000);
        pass(9_500);
        bar.show(1_000_000, 10_000);
        pass(30_000);
        bar.show(4_000_000, 40_000);
        assertThat(drawn())
                .containsExactly(
                        "[........................]   0 %  0 jobs",
                        "[........................]   2 %  1,000 jobs",
                        "[######..................]  25 %  10,000 jobs  1,000/s  30s left",
                        "[########################] 100 %  40,000 jobs  1,000/s");
    }

    @Test
    void shows_jobs_and_speed_where_nobody_knows_the_total() {
        ProgressBar bar = bar(0);
        pass(2_000);
        bar.show(5, 4_000);
        assertThat(drawn()).containsExactly("4,000 jobs  2,000/s");
    }

    @Test
    void is_drawn_a_few_times_a_second_and_taken_away() {
        ProgressBar bar = bar(100);
        for (int i = 0; i <= 100; i++) {
            bar.show(i, i);
            pass(10);
        }
        assertThat(drawn()).hasSize(6);
        bar.clear();
        assertThat(seen.toString()).endsWith(CLEAR);
    }

    @Test
    void fits_a_narrow_terminal_whatever_the_figures() {
        ProgressBar bar = bar(Long.MAX_VALUE);
        pass(3_000_000);
        bar.show(1_000_000_000, 999_999_999_999L);
        assertThat(drawn()).allMatch(line -> line.length() < 80);
    }

    @Test
    void draws_nothing_where_nobody_looks() {
        ProgressBar none = ProgressBar.none();
        none.show(1, 1);
        none.clear();
        assertThat(seen.toString()).isEmpty();
    }
}
