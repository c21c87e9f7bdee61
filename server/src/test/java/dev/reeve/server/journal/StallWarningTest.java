package dev.reeve.server.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.server.testing.LogLines;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class StallsTest {
    private final StallWarning stallWarning = new StallWarning();

    @AutoClose
    private final LogLines log = new LogLines(StallWarning.class);

    private void lookEverySecondUntil(int seconds) {
        for (int second = 0; second <= seconds; second++) {
            stallWarning.look(second * 1_000_000_000L);
        }
    }

    @Test
    void a_stall_is_told_ever_more_seldom_and_the_next_one_anew() {
        lookEverySecondUntil(9);
        assertThat(log.told()).isEmpty();
        lookEverySecondUntil(100);
        assertThat(log.told()).containsExactly(line(10), line(20), line(40), line(80));
        lookEverySecondUntil(10);
        assertThat(log.told()).hasSize(5);
    }

    private static String line(int seconds) {
        return "the disk has been at one write for " + seconds + " s; who waits for it is not answered";
    }
}
