package dev.reeve.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ByteQuotaTest {
    private static final int LIMIT = 1000;

    private final ByteQuota quota = new ByteQuota(LIMIT);
    private final AtomicInteger woken = new AtomicInteger();
    private final ByteQuota.Waiter waiter = quota.waiter(woken::incrementAndGet);

    @Test
    void what_fits_is_added_up_to_the_limit() {
        assertThat(quota.addIfItFits(LIMIT)).isTrue();
        assertThat(quota.isExceeded()).isFalse();
        assertThat(quota.addIfItFits(1)).isFalse();
        assertThat(quota.usedBytes()).isEqualTo(LIMIT);
    }

    @Test
    void one_item_may_be_larger_than_what_is_left() {
        quota.add(LIMIT - 1);
        assertThat(quota.addIfBelowLimit(5 * LIMIT)).isTrue();
        assertThat(quota.isExceeded()).isTrue();
        assertThat(quota.addIfBelowLimit(1)).isFalse();
    }

    @Test
    void a_waiter_is_woken_once_when_what_it_wants_fits() {
        quota.add(LIMIT);
        waiter.await(300);
        quota.add(-299);
        assertThat(woken).hasValue(0);
        quota.add(-1);
        assertThat(woken).hasValue(1);
        quota.add(-100);
        assertThat(woken).hasValue(1);
    }

    @Test
    void a_waiter_for_what_fits_already_is_woken_at_once() {
        waiter.await(LIMIT);
        assertThat(woken).hasValue(1);
    }

    @Test
    void a_waiter_whose_loop_has_ended_does_not_disturb_the_others() {
        AtomicInteger other = new AtomicInteger();
        ByteQuota small = new ByteQuota(1);
        ByteQuota.Waiter ended = small.waiter(() -> {
            throw new RejectedExecutionException();
        });
        ByteQuota.Waiter alive = small.waiter(other::incrementAndGet);
        small.add(1);
        ended.await(1);
        alive.await(1);
        small.add(-1);
        assertThat(other).hasValue(1);
    }

    @Test
    @Timeout(60)
    void threads_that_add_and_wait_never_exceed_the_limit_and_all_finish() throws Exception {
        int threads = 4;
        AtomicLong most = new AtomicLong();
        AtomicBoolean stuck = new AtomicBoolean();
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int bytes = 300 + 100 * i;
            Thread thread = new Thread(() -> addAndRelease(bytes, most, stuck));
            all.add(thread);
            thread.start();
        }
        for (Thread thread : all) {
            thread.join();
        }
        assertThat(stuck).isFalse();
        assertThat(most.get()).isLessThanOrEqualTo(LIMIT);
        assertThat(quota.usedBytes()).isZero();
    }

    private void addAndRelease(int bytes, AtomicLong most, AtomicBoolean stuck) {
        Semaphore turn = new Semaphore(0);
        ByteQuota.Waiter mine = quota.waiter(turn::release);
        for (int round = 0; round < 2_000; round++) {
            while (!quota.addIfItFits(bytes)) {
                mine.await(bytes);
                try {
                    if (!turn.tryAcquire(20, TimeUnit.SECONDS)) {
                        stuck.set(true);
                        return;
                    }
                } catch (InterruptedException e) {
                    return;
                }
            }
            most.accumulateAndGet(quota.usedBytes(), Math::max);
            quota.add(-bytes);
        }
    }
}
