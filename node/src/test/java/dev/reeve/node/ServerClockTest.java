package dev.reeve.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ServerClockTest {
    private final AtomicLong wall = new AtomicLong(1_000_000);
    private final AtomicLong nanos = new AtomicLong(50_000);

    @Test
    void follows_the_wall_clock_forward() {
        ServerClock clock = new ServerClock(0, wall::get, nanos::get);
        assertThat(clock.nowMicros()).isEqualTo(1_000_000);
        wall.set(9_000_000);
        assertThat(clock.nowMicros()).isEqualTo(9_000_000);
    }

    @Test
    void goes_on_at_the_pace_of_the_monotonic_clock_when_the_wall_clock_is_set_back() {
        ServerClock clock = new ServerClock(0, wall::get, nanos::get);
        clock.nowMicros();
        wall.set(10);
        nanos.addAndGet(3_000_000);
        assertThat(clock.nowMicros()).isEqualTo(1_003_000);
        nanos.addAndGet(500);
        assertThat(clock.nowMicros()).isEqualTo(1_003_000);
        nanos.addAndGet(500);
        assertThat(clock.nowMicros()).isEqualTo(1_003_001);
        wall.set(2_000_000);
        assertThat(clock.nowMicros()).isEqualTo(2_000_000);
    }

    @Test
    void is_never_before_the_time_used_before_arestart() {
        ServerClock clock = new ServerClock(7_000_000, wall::get, nanos::get);
        assertThat(clock.nowMicros()).isEqualTo(7_000_000);
    }
}
