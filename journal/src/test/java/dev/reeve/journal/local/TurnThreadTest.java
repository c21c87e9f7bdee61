package dev.reeve.journal.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A turn may wait for a lock, and this wait takes the permit of the thread that a wake-up gave. */
@Timeout(30)
class TurnThreadTest {
    private final CountDownLatch inTurn = new CountDownLatch(1);
    private final CountDownLatch wokenAgain = new CountDownLatch(1);
    private final AtomicInteger turns = new AtomicInteger();

    @Test
    void ends_though_it_is_stopped_while_a_turn_waits_for_a_lock() throws InterruptedException {
        TurnThread thread = new TurnThread(stopping -> stopping ? TurnThread.DONE : waitForLock());
        thread.start("stopped");
        inTurn.await();
        CompletableFuture<Void> stopped = CompletableFuture.runAsync(() -> thread.stop(() -> {}));
        assertThat(stopped).succeedsWithin(Duration.ofSeconds(20));
        assertThat(turns).hasValue(1);
    }

    @Test
    void takes_another_turn_though_it_is_woken_while_one_waits_for_a_lock() throws InterruptedException {
        TurnThread thread = new TurnThread(stopping -> {
            if (stopping) {
                return TurnThread.DONE;
            }
            if (inTurn.getCount() == 0) {
                wokenAgain.countDown();
                return TurnThread.WHEN_WOKEN;
            }
            return waitForLock();
        });
        thread.start("woken");
        inTurn.await();
        thread.wake();
        assertThat(wokenAgain.await(20, TimeUnit.SECONDS)).isTrue();
        thread.stop(() -> {});
    }

    private long waitForLock() {
        turns.incrementAndGet();
        inTurn.countDown();
        LockSupport.park(this);
        return TurnThread.WHEN_WOKEN;
    }
}
