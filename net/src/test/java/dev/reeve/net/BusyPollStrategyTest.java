package dev.reeve.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.SelectStrategy;
import org.junit.jupiter.api.Test;

class BusyPollStrategyTest {
    private static final long MICRO = 1_000;
    private static final int SAMPLED = 8;

    private long now;
    private final BusyPollStrategy strategy = new BusyPollStrategy(() -> now);

    @Test
    void at_first_it_sleeps_at_once() throws Exception {
        for (int i = 1; i < SAMPLED; i++) {
            assertThat(poll(0)).isEqualTo(SelectStrategy.SELECT);
        }
    }

    @Test
    void now_and_then_it_looks_how_long_a_wait_is() throws Exception {
        for (int i = 1; i < SAMPLED; i++) {
            poll(0);
        }
        assertThat(poll(0)).isEqualTo(SelectStrategy.CONTINUE);
        now += 50 * MICRO;
        assertThat(poll(0)).isEqualTo(SelectStrategy.CONTINUE);
        assertThat(poll(3)).as("three events").isEqualTo(3);
    }

    @Test
    void where_waits_are_short_it_never_sleeps() throws Exception {
        sample(50, 10);
        for (int i = 0; i < 100; i++) {
            assertThat(poll(0)).isEqualTo(SelectStrategy.CONTINUE);
            now += 50 * MICRO;
            assertThat(poll(1)).isEqualTo(1);
            now += 10 * MICRO;
        }
    }

    @Test
    void a_task_ends_a_wait_as_an_event_does() throws Exception {
        sample(50, 10);
        assertThat(poll(0)).isEqualTo(SelectStrategy.CONTINUE);
        now += 50 * MICRO;
        assertThat(strategy.calculateStrategy(() -> 0, true)).isEqualTo(0);
        now += 10 * MICRO;
        assertThat(poll(0)).isEqualTo(SelectStrategy.CONTINUE);
    }

    @Test
    void it_does_not_look_out_for_longer_than_half_a_millisecond() throws Exception {
        sample(50, 10);
        assertThat(poll(0)).isEqualTo(SelectStrategy.CONTINUE);
        now += BusyPollStrategy.LONGEST_SPIN_NANOS;
        assertThat(poll(0)).isEqualTo(SelectStrategy.CONTINUE);
        now += MICRO;
        assertThat(poll(0)).isEqualTo(SelectStrategy.SELECT);
    }

    @Test
    void when_nothing_comes_any_more_it_soon_sleeps_at_once() throws Exception {
        sample(50, 10);
        int spun = 0;
        for (int i = 0; i < 10; i++) {
            if (poll(0) == SelectStrategy.CONTINUE) {
                spun++;
                now += 10 * BusyPollStrategy.LONGEST_SPIN_NANOS;
                assertThat(poll(0)).isEqualTo(SelectStrategy.SELECT);
            }
        }
        assertThat(spun).isBetween(1, 5);
    }

    @Test
    void a_busy_loop_sleeps_at_once_however_short_the_waits_are() throws Exception {
        sample(5, 150);
        for (int i = 1; i < SAMPLED; i++) {
            assertThat(poll(0)).isEqualTo(SelectStrategy.SELECT);
            now += 155 * MICRO;
        }
    }

    @Test
    void waits_that_are_too_long_are_slept_through() throws Exception {
        sample(600, 10);
        for (int i = 1; i < SAMPLED; i++) {
            assertThat(poll(0)).isEqualTo(SelectStrategy.SELECT);
        }
    }

    /** Feeds the strategy many waits and turns of these lengths, in microseconds. */
    private void sample(long waitMicros, long workMicros) throws Exception {
        for (int seen = 0; seen < 100; ) {
            if (poll(0) == SelectStrategy.CONTINUE) {
                seen++;
                now += waitMicros * MICRO;
                poll(1);
            }
            now += workMicros * MICRO;
        }
    }

    private int poll(int events) throws Exception {
        return strategy.calculateStrategy(() -> events, false);
    }
}
