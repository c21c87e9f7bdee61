package dev.reeve.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProxyUsersTest {
    private final Map<String, Identity> entered = new HashMap<>();
    private final AtomicLong nanos = new AtomicLong(1);

    private ProxyUsers users(@Nullable Role defaultRole) {
        List<NetworkRange> networks = List.of(NetworkRange.parse("192.0.2.7"), NetworkRange.parse("2001:db8::/32"));
        return new ProxyUsers(new ProxyUsers.Rule("x-user", networks, defaultRole), entered::get, nanos::get);
    }

    private Identity enter(String name, Role role) {
        Identity identity = new Identity(Identity.Kind.USER, name, role, QueuePatterns.ALL);
        entered.put(name, identity);
        return identity;
    }

    private static ProxyUsers.User found(ProxyUsers users, String name) {
        return Objects.requireNonNull(users.find(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"192.0.2.7", "2001:db8::1"})
    void proxies_are_believed(String address) throws UnknownHostException {
        assertThat(users(null).isProxy(InetAddress.getByName(address))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"192.0.2.8", "127.0.0.1", "2001:db9::1"})
    void nobody_else_is_believed(String address) throws UnknownHostException {
        assertThat(users(null).isProxy(InetAddress.getByName(address))).isFalse();
    }

    @Test
    void a_user_has_the_role_of_the_entry() {
        Identity ann = enter("ann", Role.OPERATOR);
        assertThat(found(users(Role.VIEWER), "ann").identity()).isSameAs(ann);
    }

    @Test
    void without_a_default_role_only_those_with_an_entry_are_known() {
        assertThat(users(null).find("bob")).isNull();
    }

    @Test
    void somebody_without_an_entry_is_the_same_each_time_and_has_the_default_role() {
        ProxyUsers users = users(Role.VIEWER);
        Identity bob = found(users, "bob").identity();
        assertThat(bob.role()).isEqualTo(Role.VIEWER);
        assertThat(bob.name()).isEqualTo("bob");
        assertThat(found(users, "bob").identity()).isSameAs(bob);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ann, bob", "ann\u00e9", "a b", "\"ann\""})
    void what_is_no_name_is_nobody(String name) {
        assertThat(users(Role.ADMIN).find(name)).isNull();
    }

    @Test
    void an_entry_that_is_added_ends_the_default_role() {
        ProxyUsers users = users(Role.ADMIN);
        Identity before = found(users, "ann").identity();
        Identity entry = enter("ann", Role.VIEWER);
        ProxyUsers.User after = found(users, "ann");
        assertThat(after.identity()).isSameAs(entry);
        assertThat(after.isNew()).isTrue();
        assertThat(before.hasEnded()).isTrue();
    }

    @Test
    void a_user_is_new_once_in_twelve_hours() {
        ProxyUsers users = users(Role.VIEWER);
        assertThat(found(users, "bob").isNew()).isTrue();
        nanos.addAndGet(Duration.ofHours(11).toNanos());
        assertThat(found(users, "bob").isNew()).isFalse();
        nanos.addAndGet(Duration.ofHours(1).toNanos());
        assertThat(found(users, "bob").isNew()).isTrue();
        assertThat(found(users, "bob").isNew()).isFalse();
    }

    @Test
    void so_many_names_are_remembered() {
        ProxyUsers users = users(Role.VIEWER);
        for (int i = 0; i <= ProxyUsers.MOST_SEEN; i++) {
            found(users, "user-" + i);
        }
        assertThat(found(users, "user-0").isNew()).isTrue();
        assertThat(found(users, "user-" + ProxyUsers.MOST_SEEN).isNew()).isFalse();
    }
}
