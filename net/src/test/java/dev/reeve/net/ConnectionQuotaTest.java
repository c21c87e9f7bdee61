package dev.reeve.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

class ConnectionQuotaTest {
    private final ConnectionQuota quota = new ConnectionQuota(new ConnectionLimits(10, 0.5, 1000));

    private static InetSocketAddress from(String address) throws UnknownHostException {
        return new InetSocketAddress(InetAddress.getByName(address), 1234);
    }

    private void admit(int count, String address) throws UnknownHostException {
        for (int i = 0; i < count; i++) {
            assertThat(quota.admit(from(address))).as(address).isNull();
        }
    }

    @Test
    void one_address_has_its_share_and_no_more() throws Exception {
        admit(5, "10.0.0.1");
        assertThat(quota.admit(from("10.0.0.1"))).isEqualTo(RefusalKind.ADDRESS);
        assertThat(quota.admit(from("::ffff:10.0.0.1"))).isEqualTo(RefusalKind.ADDRESS);
        admit(4, "10.0.0.2");
        quota.release(from("10.0.0.1"));
        admit(1, "10.0.0.1");
        assertThat(quota.admit(from("10.0.0.1"))).isEqualTo(RefusalKind.ADDRESS);
    }

    @Test
    void all_have_the_total_and_no_more() throws Exception {
        admit(5, "10.0.0.1");
        admit(5, "10.0.0.2");
        assertThat(quota.admit(from("10.0.0.3"))).isEqualTo(RefusalKind.CONNECTION);
        quota.release(from("10.0.0.2"));
        admit(1, "10.0.0.3");
    }

    @Test
    void a_network_of_IPv6_counts_as_one_address() throws Exception {
        admit(3, "2001:db8:1:2::1");
        admit(2, "2001:db8:1:2:ffff::2");
        assertThat(quota.admit(from("2001:db8:1:2::3"))).isEqualTo(RefusalKind.ADDRESS);
        admit(1, "2001:db8:1:3::1");
    }

    @Test
    void loopback_may_have_all() throws Exception {
        admit(5, "127.0.0.1");
        admit(5, "::1");
        assertThat(quota.admit(from("127.0.0.1"))).isEqualTo(RefusalKind.CONNECTION);
        assertThat(quota.admit(null)).isEqualTo(RefusalKind.CONNECTION);
    }

    @Test
    void a_small_share_is_one_connection() throws Exception {
        ConnectionQuota tiny = new ConnectionQuota(new ConnectionLimits(1, 0.5, 1000));
        assertThat(tiny.admit(from("10.0.0.1"))).isNull();
    }

    @Test
    void limits_are_lowered_to_the_file_descriptors_that_there_are() {
        ConnectionLimits wanted = new ConnectionLimits(10_000, 0.5, 1000);
        assertThat(wanted.descriptors()).isEqualTo(12_200);
        assertThat(wanted.within(12_200)).isEqualTo(wanted);
        assertThat(wanted.within(12_000)).isEqualTo(new ConnectionLimits(9_800, 0.5, 1000));
        assertThat(wanted.within(4096)).isEqualTo(new ConnectionLimits(1_948, 0.5, 974));
        assertThat(wanted.within(1024)).isEqualTo(new ConnectionLimits(412, 0.5, 206));
        assertThat(wanted.within(100)).isEqualTo(new ConnectionLimits(2, 0.5, 1));
        for (long allowed = 204; allowed < 13_000; allowed++) {
            assertThat(wanted.within(allowed).descriptors()).isLessThanOrEqualTo(allowed);
        }
    }
}
