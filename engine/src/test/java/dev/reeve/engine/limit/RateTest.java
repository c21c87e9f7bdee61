package dev.reeve.engine.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.engine.job.Lease;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RateTest {
    private static final long NOW = 1_000_000_000;

    @Test
    void starts_are_spread_evenly_and_a_burst_comes_at_once() {
        Rate rate = new Rate(10, 1_000_000, 3);
        Pace pace = Pace.NONE;
        assertThat(rate.startsNow(pace, NOW)).isEqualTo(3);
        for (int left = 2; left >= 0; left--) {
            pace = pace.afterStart(rate, NOW);
            assertThat(rate.startsNow(pace, NOW)).isEqualTo(left);
        }
        assertThat(rate.nextStartMicros(pace, NOW)).isEqualTo(NOW + 100_000);
        assertThat(rate.startsNow(pace, NOW + 99_999)).isZero();
        assertThat(rate.startsNow(pace, NOW + 100_000)).isEqualTo(1);
        assertThat(rate.nextStartMicros(pace, NOW + 150_000)).isEqualTo(NOW + 200_000);
        assertThat(rate.startsNow(pace, NOW + 1_000_000)).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({"3, 1000000, 333334", "1, 7, 7", "1000000, 1, 1", "7, 60000000, 8571429"})
    void the_interval_is_rounded_up(long count, long per, long interval) {
        Pace pace = Pace.NONE.afterStart(new Rate(count, per, 1), NOW);
        assertThat(pace.nextMicros()).isEqualTo(NOW + interval);
    }

    @Test
    void a_start_is_given_back_unless_a_pause_came_after_it() {
        Rate rate = new Rate(1, 1_000_000, 2);
        Lease first = new Lease(1, null, NOW, 0, 0);
        Pace pace = Pace.NONE.afterStart(rate, NOW);
        assertThat(rate.startsNow(pace.without(first, rate), NOW)).isEqualTo(2);
        Pace later = pace.afterStart(rate, NOW + 5_000_000);
        assertThat(later.without(first, rate)).isEqualTo(later);
        assertThat(later.without(null, rate)).isEqualTo(later);
    }

    @Test
    void another_rate_begins_anew() {
        Rate rate = new Rate(1, 1_000_000, 1);
        Rate other = new Rate(2, 1_000_000, 1);
        Pace pace = Pace.NONE.afterStart(rate, NOW);
        assertThat(rate.startsNow(pace, NOW)).isZero();
        assertThat(other.startsNow(pace, NOW)).isEqualTo(1);
        assertThat(pace.without(new Lease(1, null, NOW, 0, 0), other)).isEqualTo(pace);
        assertThat(pace.afterStart(other, NOW).nextMicros()).isEqualTo(NOW + 500_000);
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 1", "1, 0, 1", "1, 1, 0", "1000001, 1, 1", "1, 2592000000001, 1", "1, 1, 1000001"})
    void numbers_have_limits(long count, long per, long burst) {
        assertThatThrownBy(() -> new Rate(count, per, burst)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void the_largest_numbers_do_not_overflow() {
        Rate rate = new Rate(1, Rate.MAX_PER_MICROS, Rate.MAX_COUNT);
        long now = 4_000_000_000_000_000L;
        Pace pace = Pace.NONE.afterStart(rate, now);
        assertThat(rate.startsNow(pace, now)).isEqualTo((int) Rate.MAX_COUNT - 1);
        assertThat(rate.nextStartMicros(pace, now)).isGreaterThan(now);
    }
}
