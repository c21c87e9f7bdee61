package dev.reeve.cluster.jraft;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RequestThreadsTest {
    private static final int REQUESTS = 100;

    /** A refused one would end the connection of the leader. */
    @Test
    void requests_that_come_while_all_threads_are_busy_wait_and_are_served() throws InterruptedException {
        ExecutorService threads = RequestThreads.start();
        CountDownLatch mayEnd = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(REQUESTS);
        for (int i = 0; i < REQUESTS; i++) {
            threads.execute(() -> {
                try {
                    mayEnd.await();
                    ended.countDown();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
        mayEnd.countDown();
        assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
        threads.shutdown();
    }
}
