package dev.reeve.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class BrowserLoginsTest {
    private final AtomicLong nanos = new AtomicLong(42);
    private final BrowserLogins logins = new BrowserLogins(nanos::get);
    private final Identity ann = new Identity(Identity.Kind.USER, "ann", Role.OPERATOR, QueuePatterns.ALL);

    @Test
    void a_login_is_found_by_its_secret_for_twelve_hours() {
        String secret = logins.begin(ann);
        assertThat(logins.find(secret)).isSameAs(ann);
        assertThat(logins.find(secret + "x")).isNull();
        nanos.addAndGet(TimeUnit.HOURS.toNanos(12) - 1);
        assertThat(logins.find(secret)).isSameAs(ann);
        nanos.incrementAndGet();
        assertThat(logins.find(secret)).isNull();
    }

    @Test
    void it_ends_by_request_and_with_its_identity() {
        String one = logins.begin(ann);
        String other = logins.begin(ann);
        logins.end(one);
        assertThat(logins.find(one)).isNull();
        assertThat(logins.find(other)).isSameAs(ann);
        ann.end();
        assertThat(logins.find(other)).isNull();
    }

    @Test
    void of_too_many_the_oldest_ends() {
        String first = logins.begin(ann);
        String second = logins.begin(ann);
        Set<String> secrets = new HashSet<>();
        for (int i = 1; i < BrowserLogins.MOST_LOGINS; i++) {
            secrets.add(logins.begin(ann));
        }
        assertThat(secrets).hasSize(BrowserLogins.MOST_LOGINS - 1);
        assertThat(logins.find(first)).isNull();
        assertThat(logins.find(second)).isSameAs(ann);
    }
}
