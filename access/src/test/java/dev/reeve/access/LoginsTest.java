package dev.reeve.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.LogLines;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LoginsTest {
    private static final String DOOR = "workq";

    @TempDir
    private Path folder;

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-17T12:00:00Z"));
    private final AtomicLong nanos = new AtomicLong(1);
    private final List<String> failures = new ArrayList<>();
    private final InetAddress here = address("192.0.2.1");
    private Path path;
    private AuthFileEditor editor;
    private Logins logins;
    private String token;

    @BeforeEach
    void openFile() throws AuthFileException {
        path = folder.resolve("auth.toml");
        editor = new AuthFileEditor(new AuthFile(path));
        token = editor.addToken("t", Role.WORKER, QueuePatterns.ALL, now.get().plusSeconds(3600));
        logins = new Logins(new AuthFile(path), new FollowingClock(now), nanos::get);
        logins.onFailure((door, from, name) -> failures.add(door + " " + from.getHostAddress() + " " + name));
    }

    @AfterEach
    void close() {
        logins.close();
    }

    @Test
    void a_token_is_known_at_once_with_or_without_a_name() {
        assertThat(identity(Secret.ofToken(token))).hasToString("token t");
        assertThat(identity(new Secret("anything", token))).hasToString("token t");
        assertThat(failures).isEmpty();
    }

    @Test
    void a_wrong_secret_is_refused_and_told() {
        String id = token.substring(3, 11);
        String otherSecret = token.substring(0, token.length() - 1) + (token.endsWith("A") ? "E" : "A");
        assertThat(identity(Secret.ofToken(otherSecret))).isNull();
        assertThat(identity(Secret.ofToken("rv_zzzzzzzz_" + "A".repeat(43)))).isNull();
        assertThat(identity(Secret.ofToken("x"))).isNull();
        assertThat(identity(Secret.ofToken("x".repeat(5000)))).isNull();
        assertThat(failures)
                .containsExactly(
                        "workq 192.0.2.1 token " + id,
                        "workq 192.0.2.1 token zzzzzzzz",
                        "workq 192.0.2.1 null",
                        "workq 192.0.2.1 null");
    }

    @Test
    void an_expired_token_is_refused_and_its_identity_ends() {
        Identity identity = Objects.requireNonNull(identity(Secret.ofToken(token)));
        List<String> ends = new ArrayList<>();
        identity.whenEnded(() -> ends.add("ended"));
        now.set(now.get().plusSeconds(3600));
        assertThat(identity(Secret.ofToken(token))).isNull();
        assertThat(ends).isEmpty();
        logins.look();
        assertThat(ends).containsExactly("ended");
        assertThat(identity.hasEnded()).isTrue();
    }

    @Test
    void a_changed_file_is_read_again_and_only_changed_entries_end() throws Exception {
        Identity before = Objects.requireNonNull(identity(Secret.ofToken(token)));
        String other = editor.addToken("other", Role.ADMIN, QueuePatterns.ALL, null);
        assertThat(identity(Secret.ofToken(other))).isNull();
        logins.look();
        Identity added = Objects.requireNonNull(identity(Secret.ofToken(other)));
        assertThat(identity(Secret.ofToken(token))).isSameAs(before);
        editor.remove(Identity.Kind.TOKEN, "other");
        logins.look();
        assertThat(added.hasEnded()).isTrue();
        assertThat(before.hasEnded()).isFalse();
        Files.writeString(path, Files.readString(path).replace("\"worker\"", "\"viewer\""));
        logins.look();
        assertThat(before.hasEnded()).isTrue();
        assertThat(Objects.requireNonNull(identity(Secret.ofToken(token))).role())
                .isEqualTo(Role.VIEWER);
    }

    @Test
    void a_broken_file_keeps_the_entries_before_and_is_named_once() throws Exception {
        try (LogLines log = new LogLines(Logins.class)) {
            String good = Files.readString(path);
            Files.writeString(path, good + "[nobody]");
            logins.look();
            logins.look();
            assertThat(identity(Secret.ofToken(token))).isNotNull();
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r--r--"));
            logins.look();
            Files.delete(path);
            logins.look();
            assertThat(identity(Secret.ofToken(token))).isNotNull();
            assertThat(log.told()).hasSize(3);
            assertThat(log.told().get(0))
                    .isEqualTo(
                            path + ":6: there is no table [nobody]; the tables are token, user, certificate, network;"
                                    + " the entries that were read before stay in use");
            assertThat(log.told().get(1)).contains("has mode rw-r--r--");
            assertThat(log.told().get(2)).contains("no such file");
        }
    }

    @Test
    void a_password_is_checked_elsewhere_and_remembered_for_five_minutes() throws Exception {
        addUser("ann", "horse", Role.OPERATOR);
        CompletableFuture<String> checkedOn = new CompletableFuture<>();
        Thread caller = Thread.currentThread();
        assertThat(login(new Secret("ann", "horse"), checkedOn)).hasToString("user ann");
        assertThat(checkedOn.get()).isEqualTo("passwords");
        assertThat(identity(new Secret("ann", "horse")))
                .as("at once, on " + caller)
                .isNotNull();
        nanos.addAndGet(TimeUnit.MINUTES.toNanos(5) + 1);
        assertThat(identity(new Secret("ann", "horse")))
                .as("to be checked again")
                .isNull();
        assertThat(login(new Secret("ann", "horse"), new CompletableFuture<>())).isNotNull();
    }

    @Test
    void a_wrong_password_and_an_unknown_user_are_refused() throws Exception {
        addUser("ann", "horse", Role.OPERATOR);
        assertThat(login(new Secret("ann", "cow"), new CompletableFuture<>())).isNull();
        assertThat(login(new Secret("bob", "horse"), new CompletableFuture<>())).isNull();
        assertThat(failures).containsExactly("workq 192.0.2.1 ann", "workq 192.0.2.1 bob");
    }

    @Test
    void a_user_who_is_removed_is_not_remembered() throws Exception {
        addUser("ann", "horse", Role.OPERATOR);
        assertThat(login(new Secret("ann", "horse"), new CompletableFuture<>())).isNotNull();
        editor.remove(Identity.Kind.USER, "ann");
        logins.look();
        assertThat(login(new Secret("ann", "horse"), new CompletableFuture<>())).isNull();
    }

    @Test
    void after_ten_failures_in_a_minute_every_try_of_the_address_waits() throws Exception {
        try (LogLines log = new LogLines(Logins.class)) {
            for (int i = 0; i < 10; i++) {
                assertThat(identity(Secret.ofToken("x"))).isNull();
            }
            assertThat(log.told())
                    .containsExactly("workq: failed login from 192.0.2.1, whose tries wait a second each");
            CompletableFuture<@Nullable Identity> late = new CompletableFuture<>();
            long began = System.nanoTime();
            logins.check(DOOR, Secret.ofToken(token), here, Runnable::run, late::complete);
            assertThat(late.isDone()).isFalse();
            assertThat(late.get(30, TimeUnit.SECONDS)).hasToString("token t");
            assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(900));
        }
        CompletableFuture<@Nullable Identity> fromElsewhere = new CompletableFuture<>();
        logins.check(DOOR, Secret.ofToken(token), address("192.0.2.2"), Runnable::run, fromElsewhere::complete);
        assertThat(fromElsewhere.getNow(null)).isNotNull();
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(61));
        assertThat(identity(Secret.ofToken(token))).isNotNull();
    }

    @Test
    void certificates_and_networks_are_looked_up_in_the_file() throws Exception {
        Files.writeString(path, Files.readString(path) + """
                [certificate."CN=mail-worker,O=Example"]
                role = "worker"
                [network."10.0.0.0/8"]
                doors = ["workq"]
                role = "viewer"
                [network."10.2.0.0/16"]
                doors = ["workq", "goqueue"]
                role = "worker"
                [network."2001:db8::/32"]
                doors = ["workq"]
                role = "worker"
                """);
        logins.look();
        assertThat(logins.certificate(new X500Principal("cn=mail-worker, o=Example")))
                .isNotNull();
        assertThat(logins.certificate(new X500Principal("CN=mail-worker"))).isNull();
        assertThat(logins.network(address("10.2.3.4"), "workq")).hasToString("network 10.2.0.0/16");
        assertThat(logins.network(address("10.3.3.4"), "workq")).hasToString("network 10.0.0.0/8");
        assertThat(logins.network(address("10.3.3.4"), "goqueue")).isNull();
        assertThat(logins.network(address("2001:db8::1"), "workq")).isNotNull();
        assertThat(logins.network(address("192.0.2.1"), "workq")).isNull();
    }

    /** The identity, if it is known at once. */
    private @Nullable Identity identity(Secret secret) {
        AtomicReference<@Nullable Identity> found = new AtomicReference<>();
        logins.check(DOOR, secret, here, task -> {}, found::set);
        return found.get();
    }

    /** The identity, once it is known; also completes with the name of the thread that found it. */
    private @Nullable Identity login(Secret secret, CompletableFuture<String> checkedOn) throws Exception {
        CompletableFuture<@Nullable Identity> found = new CompletableFuture<>();
        logins.check(
                DOOR,
                secret,
                here,
                task -> {
                    checkedOn.complete(Thread.currentThread().getName());
                    task.run();
                },
                found::complete);
        return found.get(30, TimeUnit.SECONDS);
    }

    private void addUser(String name, String password, Role role) throws Exception {
        String hash = PasswordHash.create(password.toCharArray(), 100_000, new SecureRandom())
                .toString();
        Files.writeString(
                path,
                Files.readString(path)
                        + "[user.%s]\npassword = \"%s\"\nrole = \"%s\"\n".formatted(name, hash, role.word()));
        logins.look();
    }

    private static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (java.net.UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    /** A clock that shows what the test sets. */
    private static final class FollowingClock extends Clock {
        private final AtomicReference<Instant> now;

        FollowingClock(AtomicReference<Instant> now) {
            this.now = now;
        }

        @Override
        public java.time.ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(java.time.ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now.get();
        }
    }
}
