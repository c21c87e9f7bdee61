package dev.reeve.net.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class LargeBodiesTest {
    private static final int LARGE = 1 << 20;

    private final Queue<Runnable> polls = new ArrayDeque<>();
    private final List<Long> delays = new ArrayList<>();
    private final List<String> handled = new ArrayList<>();
    private final LargeBodies bodies = new LargeBodies((task, delay, unit) -> {
        polls.add(task);
        delays.add(unit.toNanos(delay));
    });

    private void poll() {
        polls.remove().run();
    }

    @Test
    void large_requests_are_handled_one_per_poll_and_small_ones_between() {
        bodies.handle(LARGE, () -> handled.add("large 1"));
        bodies.handle(LARGE, () -> handled.add("large 2"));
        bodies.handle(100, () -> handled.add("small"));
        assertThat(handled).containsExactly("small");
        poll();
        assertThat(handled).containsExactly("small", "large 1");
        bodies.handle(100, () -> handled.add("another"));
        poll();
        assertThat(handled).as("others have time").containsExactly("small", "large 1", "another");
        poll();
        assertThat(handled).containsExactly("small", "large 1", "another", "large 2");
        poll();
        assertThat(polls).isEmpty();
        bodies.handle(LARGE, () -> handled.add("large 3"));
        poll();
        assertThat(handled).last().isEqualTo("large 3");
    }

    @Test
    void others_get_as_much_time_as_a_large_request_took() {
        bodies.handle(LARGE, this::spin);
        bodies.handle(LARGE, () -> handled.add("large"));
        poll();
        bodies.handle(100, () -> handled.add("small"));
        poll();
        assertThat(delays).hasSize(3);
        assertThat(delays.get(2)).isGreaterThanOrEqualTo(2_000_000);
        assertThat(handled).containsExactly("small");
    }

    @Test
    void large_requests_wait_for_one_poll_if_there_are_no_others() {
        bodies.handle(LARGE, this::spin);
        bodies.handle(LARGE, () -> handled.add("large"));
        poll();
        poll();
        assertThat(handled).containsExactly("large");
        assertThat(delays).containsOnly(0L);
    }

    private void spin() {
        long end = System.nanoTime() + 2_000_000;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }
}
