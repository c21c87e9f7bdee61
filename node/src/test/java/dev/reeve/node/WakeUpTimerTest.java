package dev.reeve.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WakeUpTimerTest {
    private static final long SECOND = 1_000_000;

    private final SteppedClock machine = new SteppedClock(1_700_000_000 * SECOND);
    private final ManualLoop loop = new ManualLoop(machine.uptime());
    private final Clock clock = machine.server(0);
    private final WakeUpTimer wakeUpTimer = new WakeUpTimer(loop, clock, this::ring);
    private long wanted = clock.nowMicros() + 1800 * SECOND;
    private int rung;

    private void ring() {
        if (clock.nowMicros() >= wanted) {
            rung++;
        } else {
            wakeUpTimer.wakeAt(wanted);
        }
    }

    private void pass(long micros) {
        for (long elapsed = 0; elapsed < micros; elapsed += SECOND / 2) {
            machine.pass(SECOND / 2);
            loop.turn();
        }
    }

    @Test
    void rings_when_its_moment_has_come() {
        wakeUpTimer.wakeAt(wanted);
        pass(1799 * SECOND);
        assertThat(rung).isZero();
        pass(SECOND);
        assertThat(rung).isOne();
    }

    @Test
    void notices_soon_that_the_clock_was_set_forward() {
        wakeUpTimer.wakeAt(wanted);
        pass(SECOND);
        machine.jump(3600 * SECOND);
        pass(SECOND);
        assertThat(rung).isZero();
        // The clock follows a jump after half a minute.
        pass(31 * SECOND);
        assertThat(rung).isOne();
    }

    @Test
    void an_earlier_moment_is_not_kept_waiting_by_a_later_one() {
        wakeUpTimer.wakeAt(wanted);
        machine.jump(7200 * SECOND);
        wanted = clock.nowMicros() + SECOND / 2;
        wakeUpTimer.wakeAt(wanted);
        pass(SECOND);
        assertThat(rung).isOne();
    }

    @Test
    void a_moment_that_is_brought_forward_rings_once() {
        wanted = clock.nowMicros() + SECOND / 2;
        wakeUpTimer.wakeAt(wanted + SECOND / 2);
        wakeUpTimer.wakeAt(wanted);
        pass(2 * SECOND);
        assertThat(rung).isOne();
    }
}
