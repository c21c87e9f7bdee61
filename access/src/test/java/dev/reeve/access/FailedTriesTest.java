package dev.reeve.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class FailedTriesTest {
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final FailedTries tries = new FailedTries(nanos::get);

    @Test
    void nine_failures_slow_nobody_and_old_ones_do_not_count() throws UnknownHostException {
        InetAddress address = InetAddress.getByName("192.0.2.1");
        for (int i = 0; i < 9; i++) {
            assertThat(tries.failed(address)).isFalse();
        }
        assertThat(tries.waitMillis(address)).isZero();
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(61));
        assertThat(tries.failed(address)).isFalse();
        for (int i = 0; i < 9; i++) {
            assertThat(tries.waitMillis(address)).isZero();
            tries.failed(address);
        }
        assertThat(tries.waitMillis(address)).isEqualTo(1000);
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(61));
        assertThat(tries.waitMillis(address)).isZero();
    }

    @Test
    void a_network_of_ipv6_counts_as_one_address() throws UnknownHostException {
        for (int i = 0; i < 10; i++) {
            tries.failed(InetAddress.getByName("2001:db8::" + i));
        }
        assertThat(tries.waitMillis(InetAddress.getByName("2001:db8::ffff"))).isEqualTo(1000);
        assertThat(tries.waitMillis(InetAddress.getByName("2001:db8:0:1::"))).isZero();
    }

    @Test
    void the_number_of_addresses_is_limited() throws UnknownHostException {
        for (int i = 0; i < 20_000; i++) {
            tries.failed(InetAddress.getByAddress(new byte[] {10, 0, (byte) (i >> 8), (byte) i}));
        }
        assertThat(tries.addresses()).isEqualTo(10_000);
    }
}
