package dev.reeve.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookTargetsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.9.9.9",
                "0.0.0.0",
                "0.1.2.3",
                "10.1.2.3",
                "172.16.0.1",
                "172.31.255.255",
                "192.168.1.1",
                "169.254.169.254",
                "100.64.0.1",
                "100.127.0.1",
                "192.0.0.8",
                "198.18.0.1",
                "198.19.0.1",
                "224.0.0.1",
                "239.1.1.1",
                "240.0.0.1",
                "255.255.255.255",
                "::1",
                "::",
                "fe80::1",
                "fec0::1",
                "fc00::1",
                "fd12::1",
                "ff02::1",
                "::ffff:10.1.2.3",
                "64:ff9b::a01:203",
                "2002:a01:203::1",
                "::7f00:1"
            })
    void these_are_not_public(String address) throws Exception {
        assertThat(WebhookTargets.isPublic(InetAddress.getByName(address))).isFalse();
        String host = address.contains(":") ? "[" + address + "]" : address;
        assertThatThrownBy(() -> new WebhookTargets(List.of("192.0.2.1")).addressOf(host))
                .isInstanceOf(WebhookTargets.NotAllowedException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.1.1.1",
                "9.255.255.255",
                "11.0.0.1",
                "172.15.0.1",
                "172.32.0.1",
                "192.167.1.1",
                "100.63.0.1",
                "100.128.0.1",
                "198.17.0.1",
                "198.20.0.1",
                "2606:4700::1111",
                "2a00::1"
            })
    void these_are_public(String address) throws Exception {
        assertThat(WebhookTargets.isPublic(InetAddress.getByName(address))).isTrue();
        assertThat(new WebhookTargets(List.of()).addressOf(address)).isEqualTo(InetAddress.getByName(address));
    }

    @Test
    void others_are_allowed_by_address_range_or_host() throws Exception {
        WebhookTargets targets = new WebhookTargets(
                List.of("10.2.0.0/16", "fd00::/8", "127.0.0.1", "Hooks.Internal"), host -> new InetAddress[] {
                    host.endsWith("internal") ? InetAddress.getByName("192.168.7.7") : InetAddress.getByName(host)
                });
        for (String allowed : List.of("10.2.3.4", "[fd12::1]", "127.0.0.1", "hooks.internal")) {
            assertThat(targets.addressOf(allowed)).isNotNull();
        }
        for (String refused : List.of("10.3.0.1", "[fc00::1]", "127.0.0.2", "other.internal")) {
            assertThatThrownBy(() -> targets.addressOf(refused))
                    .isInstanceOf(WebhookTargets.NotAllowedException.class)
                    .hasMessage(refused
                            + " has no public address, and neither it nor one of its addresses is in webhooks.allow");
        }
    }

    @Test
    void of_several_addresses_one_that_is_allowed_is_taken() throws Exception {
        WebhookTargets targets = new WebhookTargets(List.of(), host ->
                new InetAddress[] {InetAddress.getByName("10.0.0.1"), InetAddress.getByName("1.1.1.1")});
        assertThat(targets.addressOf("x.example")).isEqualTo(InetAddress.getByName("1.1.1.1"));
    }
}
