package dev.reeve.net.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When the thread of very large bodies pauses, on a manual clock. */
class BodyPaceTest {
    private long nanos = 5;
    private long calls = 100;
    private final List<Long> pauses = new ArrayList<>();
    private final BodyPace pace = new BodyPace(() -> nanos, pause -> {
        pauses.add(pause);
        nanos += pause;
    });

    /** Reads a part of a body for so long. */
    private void read(long forNanos) {
        nanos += forNanos;
        pace.pause(calls);
    }

    @Test
    void who_is_alone_is_not_slowed_down() {
        pace.begin(calls);
        for (int i = 0; i < 100; i++) {
            read(BodyPace.STRETCH_NANOS);
        }
        assertThat(pauses).isEmpty();
    }

    @Test
    void while_others_call_four_fifths_of_the_time_are_theirs() {
        pace.begin(calls);
        for (int i = 0; i < 100; i++) {
            calls++;
            read(BodyPace.STRETCH_NANOS / 4);
        }
        assertThat(pauses).hasSize(25).allMatch(pause -> pause == 4 * BodyPace.STRETCH_NANOS);
    }

    @Test
    void others_count_as_there_for_a_while_after_a_call() {
        pace.begin(calls);
        calls++;
        while (nanos < 3 * BodyPace.PRESENT_NANOS) {
            read(BodyPace.STRETCH_NANOS);
        }
        assertThat(pauses).hasSize((int) (BodyPace.PRESENT_NANOS / (5 * BodyPace.STRETCH_NANOS)));
        calls++;
        read(BodyPace.STRETCH_NANOS);
        assertThat(pauses).hasSize((int) (BodyPace.PRESENT_NANOS / (5 * BodyPace.STRETCH_NANOS)) + 1);
        calls++;
        pace.begin(calls);
        read(BodyPace.STRETCH_NANOS);
        assertThat(pauses)
                .as("what was called before the body began")
                .hasSize((int) (BodyPace.PRESENT_NANOS / (5 * BodyPace.STRETCH_NANOS)) + 1);
    }

    @Test
    void a_long_wait_for_the_processor_is_no_reason_for_a_long_pause() {
        pace.begin(calls);
        calls++;
        read(1_000 * BodyPace.STRETCH_NANOS);
        assertThat(pauses).containsExactly(BodyPace.LONGEST_PAUSE_NANOS);
    }
}
