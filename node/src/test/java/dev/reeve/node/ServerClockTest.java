package dev.reeve.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.LogLines;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ServerClockTest {
    private static final long SECOND = 1_000_000;
    private static final long DAY = 86_400 * SECOND;
    private static final long YEARS = 3652 * DAY;
    private static final long START = 1_700_000_000 * SECOND;

    private final AtomicLong wall = new AtomicLong(START);
    private final AtomicLong nanos = new AtomicLong(50_000);

    private ServerClock clock(long notBeforeMicros) {
        return new ServerClock(notBeforeMicros, wall::get, nanos::get);
    }

    private void pass(long micros) {
        wall.addAndGet(micros);
        nanos.addAndGet(micros * 1000);
    }

    /** Lets time pass, with the clock read every second. */
    private void passReading(ServerClock clock, long seconds) {
        for (int i = 0; i < seconds; i++) {
            pass(SECOND);
            clock.nowMicros();
        }
    }

    @Test
    void follows_the_wall_clock_forward() {
        ServerClock clock = clock(0);
        assertThat(clock.nowMicros()).isEqualTo(START);
        wall.addAndGet(60 * SECOND);
        nanos.addAndGet(1_000_000);
        assertThat(clock.nowMicros()).isEqualTo(START + 60 * SECOND);
    }

    @Test
    void within_a_millisecond_time_passes_by_the_monotonic_clock_alone() {
        ServerClock clock = clock(0);
        clock.nowMicros();
        wall.addAndGet(SECOND);
        nanos.addAndGet(999_999);
        assertThat(clock.nowMicros()).isEqualTo(START + 999);
        nanos.addAndGet(1);
        assertThat(clock.nowMicros()).isEqualTo(START + SECOND);
    }

    @Test
    void microseconds_by_which_the_clocks_differ_are_no_offset() {
        ServerClock clock = clock(0);
        clock.nowMicros();
        try (LogLines log = new LogLines(ServerClock.class)) {
            for (int i = 1; i <= 100; i++) {
                wall.addAndGet(998);
                nanos.addAndGet(999_999);
                clock.nowMicros();
                nanos.addAndGet(1);
                assertThat(clock.nowMicros()).isEqualTo(START + 1000L * i);
            }
            assertThat(clock.offsetMicros()).isZero();
            assertThat(clock.atSystemTime(START + SECOND)).isEqualTo(START + SECOND);
            assertThat(log.told()).isEmpty();
        }
    }

    @Test
    void goes_on_at_the_pace_of_the_monotonic_clock_when_the_wall_clock_is_set_back() {
        ServerClock clock = clock(0);
        clock.nowMicros();
        try (LogLines log = new LogLines(ServerClock.class)) {
            wall.addAndGet(-DAY);
            nanos.addAndGet(3_000_000);
            assertThat(clock.nowMicros()).isEqualTo(START + 3000);
            nanos.addAndGet(500);
            assertThat(clock.nowMicros()).isEqualTo(START + 3000);
            nanos.addAndGet(500);
            assertThat(clock.nowMicros()).isEqualTo(START + 3001);
            assertThat(log.told()).singleElement().asString().contains("behind the last time used");
        }
        assertThat(clock.offsetMicros()).isEqualTo(DAY + 3001);
        wall.set(START + SECOND);
        nanos.addAndGet(1_000_000);
        assertThat(clock.nowMicros()).isEqualTo(START + SECOND);
        assertThat(clock.offsetMicros()).isZero();
    }

    @Test
    void is_never_before_the_time_used_before_a_restart() {
        assertThat(clock(START + 7 * SECOND).nowMicros()).isEqualTo(START + 7 * SECOND);
    }

    @Test
    void a_jump_of_ten_years_that_is_taken_back_leaves_no_trace() {
        ServerClock clock = clock(0);
        clock.nowMicros();
        try (LogLines log = new LogLines(ServerClock.class)) {
            wall.addAndGet(YEARS);
            passReading(clock, 3);
            assertThat(clock.nowMicros()).isEqualTo(START + 3 * SECOND);
            assertThat(clock.offsetMicros()).isEqualTo(-YEARS);
            assertThat(log.told())
                    .singleElement()
                    .asString()
                    .contains("87648h ahead")
                    .contains("stable for 10m");
        }
        wall.addAndGet(-YEARS);
        pass(SECOND);
        assertThat(clock.nowMicros()).isEqualTo(START + 4 * SECOND);
        assertThat(clock.offsetMicros()).isZero();
    }

    @Test
    void a_machine_that_was_suspended_for_a_night_is_followed_after_half_a_minute() {
        ServerClock clock = clock(0);
        clock.nowMicros();
        wall.addAndGet(DAY / 2);
        passReading(clock, 30);
        assertThat(clock.nowMicros()).isEqualTo(START + 30 * SECOND);
        passReading(clock, 1);
        assertThat(clock.nowMicros()).isEqualTo(START + DAY / 2 + 31 * SECOND);
    }

    @Test
    void a_large_jump_is_followed_after_ten_minutes_without_another_one() {
        ServerClock clock = clock(0);
        clock.nowMicros();
        wall.addAndGet(YEARS);
        passReading(clock, 500);
        wall.addAndGet(DAY);
        passReading(clock, 600);
        assertThat(clock.nowMicros()).isEqualTo(START + 1100 * SECOND);
        passReading(clock, 1);
        assertThat(clock.nowMicros()).isEqualTo(START + YEARS + DAY + 1101 * SECOND);
    }

    @Test
    void follows_at_once_after_weeks_without_power() {
        assertThat(clock(START - 29 * DAY).nowMicros()).isEqualTo(START);
    }

    @Test
    void a_system_clock_that_is_years_ahead_at_a_start_is_not_followed() {
        ServerClock clock = clock(START - YEARS);
        passReading(clock, 3);
        assertThat(clock.nowMicros()).isEqualTo(START - YEARS + 3 * SECOND);
        wall.set(START - YEARS + 5 * SECOND);
        nanos.addAndGet(1_000_000);
        assertThat(clock.nowMicros()).isEqualTo(START - YEARS + 5 * SECOND);
    }

    @Test
    void the_server_was_off_only_before_the_first_reading() {
        ServerClock clock = clock(START - DAY);
        clock.nowMicros();
        wall.addAndGet(2 * DAY);
        nanos.addAndGet(1_000_000);
        assertThat(clock.nowMicros()).isEqualTo(START + 1000);
    }

    @Test
    void a_time_of_the_system_clock_is_as_far_ahead_as_the_server() {
        ServerClock clock = clock(START + YEARS);
        clock.nowMicros();
        assertThat(clock.atSystemTime(START + DAY)).isEqualTo(START + YEARS + DAY);
        assertThat(clock.atSystemTime(Long.MAX_VALUE - 1)).isEqualTo(Long.MAX_VALUE);
        wall.addAndGet(YEARS);
        assertThat(clock.atSystemTime(START + DAY)).isEqualTo(START + DAY);
        wall.addAndGet(YEARS);
        assertThat(clock.atSystemTime(START + DAY)).isEqualTo(START + DAY);
    }
}
