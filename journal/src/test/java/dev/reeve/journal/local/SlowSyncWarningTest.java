package dev.reeve.journal.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.LogLines;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class SlowSyncWarningTest {
    private final SlowSyncWarning syncs = new SlowSyncWarning(100);
    private long nowMillis;

    @AutoClose
    private final LogLines log = new LogLines(SlowSyncWarning.class);

    @Test
    void the_first_is_logged_immediately_and_then_a_summary_every_ten_seconds() {
        sync(99);
        assertThat(log.told()).isEmpty();
        sync(100);
        assertThat(log.told()).containsExactly("slow disk: 1 syncs took 100 ms or longer, the slowest 100 ms");
        sync(5_000);
        sync(200);
        assertThat(log.told()).hasSize(1);
        sync(4_801);
        assertThat(log.told()).last().isEqualTo("slow disk: 3 syncs took 100 ms or longer, the slowest 5000 ms");
        assertThat(log.told()).hasSize(2);
    }

    private void sync(long millis) {
        long start = TimeUnit.MILLISECONDS.toNanos(nowMillis);
        nowMillis += millis;
        syncs.synced(start, TimeUnit.MILLISECONDS.toNanos(nowMillis));
    }
}
