package dev.reeve.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.Rejection;
import dev.reeve.tally.Traffic;
import dev.reeve.testkit.LogLines;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class RefusalLogTest {
    private final Queue<Runnable> later = new ArrayDeque<>();
    private final Traffic traffic = new Traffic();
    private final RefusalLog refusals = new RefusalLog(traffic, later::add);

    @AutoClose
    private final LogLines log = new LogLines(RefusalLog.class);

    @Test
    void the_first_is_told_at_once_and_the_rest_is_counted() {
        for (int i = 0; i < 1_235; i++) {
            refusals.refused("workq", Rejection.OUT_OF_MEMORY);
        }
        assertThat(log.told()).containsExactly("workq refused commands: out of memory, see limits.memory");
        later.remove().run();
        assertThat(log.told())
                .last()
                .isEqualTo("workq refused 1,234 more commands in the last 10 s: out of memory, see limits.memory");
        later.remove().run();
        assertThat(log.told()).hasSize(2);
        assertThat(later).isEmpty();
        refusals.refused("workq", RefusalKind.OUT_OF_MEMORY);
        assertThat(log.told()).hasSize(3).last().isEqualTo("workq refused commands: out of memory, see limits.memory");
        assertThat(traffic.door("workq").refusals()).containsExactly(Map.entry("out_of_memory", 1_236L));
    }

    @Test
    void who_was_cut_off_is_counted_as_well() {
        refusals.refused("http", RefusalKind.UNREAD);
        refusals.refused("http", RefusalKind.UNREAD);
        later.remove().run();
        assertThat(log.told())
                .containsExactly(
                        "http disconnected connections: replies are not read, and limits.all-unsent is reached",
                        "http disconnected 1 more connections in the last 10 s: replies are not read, and "
                                + "limits.all-unsent is reached");
    }

    @Test
    void every_class_and_door_has_its_own_lines() {
        for (RefusalKind kind : RefusalKind.values()) {
            refusals.refused("qless", kind);
            refusals.refused("http", kind);
        }
        assertThat(log.told()).hasSize(2 * RefusalKind.values().length).doesNotHaveDuplicates();
    }

    @Test
    void what_is_part_of_the_normal_run_of_things_is_not_told() {
        refusals.refused("qless", Rejection.JOB_NOT_FOUND);
        assertThat(log.told()).isEmpty();
    }
}
