package dev.reeve.journal.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.LogLines;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class StallWarningTest {
    private final StallWarning stallWarning = new StallWarning();

    @AutoClose
    private final LogLines log = new LogLines(StallWarning.class);

    private void checkEverySecondUntil(int seconds) {
        for (int second = 0; second <= seconds; second++) {
            stallWarning.check(second * 1_000_000_000L);
        }
    }

    @Test
    void a_stall_is_logged_at_doubling_intervals_and_the_next_one_from_the_start() {
        checkEverySecondUntil(9);
        assertThat(log.told()).isEmpty();
        checkEverySecondUntil(100);
        assertThat(log.told()).containsExactly(line(10), line(20), line(40), line(80));
        checkEverySecondUntil(10);
        assertThat(log.told()).hasSize(5);
    }

    private static String line(int seconds) {
        return "disk write stalled for " + seconds + " s, replies are blocked";
    }
}
