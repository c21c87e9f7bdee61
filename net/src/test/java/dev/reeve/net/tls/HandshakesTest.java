package dev.reeve.net.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** When a flood of handshakes is noticed, and what the threads that compute handshakes do then. */
class HandshakesTest {
    private final AtomicLong now = new AtomicLong();
    private final Handshakes handshakes = new Handshakes(now::get);
    private final List<EmbeddedChannel> clients = new ArrayList<>();

    private void begin(int count) {
        for (int i = 0; i < count; i++) {
            EmbeddedChannel client = new EmbeddedChannel();
            clients.add(client);
            handshakes.begun(client, client::close);
        }
    }

    private void pass(long millis) {
        now.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    @Test
    void clients_that_all_begin_at_once_are_no_flood() {
        begin(900);
        pass(900);
        assertThat(handshakes.isFlooded()).isFalse();
    }

    @Test
    void many_that_do_not_go_on_are_a_flood_until_they_end() {
        begin(64);
        pass(1_001);
        begin(500);
        assertThat(handshakes.isFlooded()).isFalse();
        pass(1_001);
        assertThat(handshakes.isFlooded()).isTrue();
        clients.subList(0, 500).forEach(handshakes::ended);
        assertThat(handshakes.isFlooded()).isFalse();
    }

    @Test
    void in_a_flood_the_threads_rest_most_of_the_time() throws Exception {
        int tasks = 20;
        long taskNanos = TimeUnit.MILLISECONDS.toNanos(2);
        EmbeddedChannel client = new EmbeddedChannel();
        CountDownLatch done = new CountDownLatch(tasks + 1);
        long began = System.nanoTime();
        try (HandshakeThreads threads = new HandshakeThreads(() -> true)) {
            for (int i = 0; i <= tasks; i++) {
                threads.of(client).execute(() -> {
                    work(taskNanos);
                    done.countDown();
                });
            }
            assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
        }
        // There are two threads at most, and a task takes four times its time. Nobody rests after the last one.
        assertThat(System.nanoTime() - began).isGreaterThan(tasks * taskNanos * 4 / 2);
    }

    private static void work(long nanos) {
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }
}
