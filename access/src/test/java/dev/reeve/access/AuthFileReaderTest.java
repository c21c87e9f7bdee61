package dev.reeve.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class AuthFileReaderTest {
    private static final String SHA = "ab".repeat(32);
    private static final String PASSWORD = "pbkdf2-sha256$100000$AAAAAAAAAAAAAAAAAAAAAA==$" + "A".repeat(43) + "=";

    @Test
    void reads_every_kind_of_entry() throws AuthFileException {
        List<AuthEntry> entries = AuthFileReader.parse("auth.toml", """
                # who may do what
                [token.mail-worker]
                id      = "k7f3q2"
                sha256  = "%s"
                role    = "worker"
                queues  = ["mail*", "!mail.internal"]
                expires = 2027-06-30T00:00:00Z
                [user."ann@example.com"]
                password = "%s"
                role     = "operator"
                [certificate."CN=mail-worker, O=Example"]
                role = "worker"
                [network."10.2.0.0/16"]
                doors = ["workq", "goqueue"]
                role  = "producer"
                """.formatted(SHA, PASSWORD));
        assertThat(entries).extracting(AuthEntry::kind).containsExactly(Identity.Kind.values());
        AuthEntry token = entries.get(0);
        assertThat(token.name()).isEqualTo("mail-worker");
        assertThat(token.tokenId()).isEqualTo("k7f3q2");
        assertThat(token.role()).isEqualTo(Role.WORKER);
        assertThat(token.queues()).hasToString("mail*,!mail.internal");
        assertThat(token.expires()).isEqualTo(Instant.parse("2027-06-30T00:00:00Z"));
        assertThat(entries.get(1).name()).isEqualTo("ann@example.com");
        assertThat(entries.get(1).queues().matchesAll()).isTrue();
        assertThat(entries.get(2).proof()).isEqualTo(new AuthEntry.SubjectProof("cn=mail-worker,o=example"));
        assertThat(entries.get(3).role()).isEqualTo(Role.PRODUCER);
    }

    @Test
    void a_user_of_a_proxy_needs_no_password() throws AuthFileException {
        List<AuthEntry> entries =
                AuthFileReader.parse("auth.toml", "[user.ann]\npassword = \"proxy\"\nrole = \"viewer\"\n");
        assertThat(entries.get(0).proof()).isEqualTo(new AuthEntry.ProxyProof());
    }

    @Test
    void an_empty_file_lets_nobody_in() throws AuthFileException {
        assertThat(AuthFileReader.parse("auth.toml", "")).isEmpty();
    }

    static Stream<Arguments> mistakes() {
        String token = "[token.a]\nid = \"aaaa\"\nsha256 = \"" + SHA + "\"\n";
        String user = "[user.a]\nrole = \"viewer\"\n";
        String network = "[network.\"10.0.0.0/8\"]\nrole = \"viewer\"\n";
        return Stream.of(
                Arguments.of(
                        "[tokens.a]",
                        "f:1: there is no table [tokens]; the tables are token, user, certificate, network"),
                Arguments.of("token = 1", "f:1: token must be tables such as [token.NAME]"),
                Arguments.of("[token]\na = 1", "f:2: token.a must be a table: [token.a]"),
                Arguments.of("[token.a", "f:1: not TOML: "),
                Arguments.of(token, "f:1: [token.a] needs a role"),
                Arguments.of(
                        token + "role = \"boss\"",
                        "f:4: token.a.role must be one of viewer, producer, worker, operator, admin, not \"boss\""),
                Arguments.of(token + "role = 1", "f:4: token.a.role must be a text in quotes"),
                Arguments.of(
                        token + "rolle = \"viewer\"",
                        "f:4: there is no key \"rolle\" in [token.a]; the keys are id, sha256, role, queues, expires"),
                Arguments.of(
                        token + "role = \"viewer\"\nqueues = [\"a b\"]",
                        "f:5: token.a.queues: \"a b\" is not a pattern of queues"),
                Arguments.of(
                        token + "role = \"viewer\"\nqueues = \"a\"",
                        "f:5: token.a.queues must be a list of texts in quotes"),
                Arguments.of(
                        token + "role = \"viewer\"\nqueues = [1]",
                        "f:5: token.a.queues must be a list of texts in quotes"),
                Arguments.of(
                        token + "role = \"viewer\"\nqueues = []",
                        "f:5: token.a.queues must not be empty; without it every queue matches"),
                Arguments.of(
                        token + "role = \"viewer\"\nexpires = 2027-06-30",
                        "f:5: token.a.expires must be a time such as 2027-06-30T00:00:00Z, not 2027-06-30"),
                Arguments.of(
                        "[token.a]\nid = \"A\"\nsha256 = \"" + SHA + "\"\nrole = \"viewer\"",
                        "f:2: token.a.id must be 4 to 32 of a-z 0-9, not \"A\""),
                Arguments.of(
                        "[token.a]\nid = \"aaaa\"\nsha256 = \"ab\"\nrole = \"viewer\"",
                        "f:3: token.a.sha256 must be 64 hexadecimal digits"),
                Arguments.of(
                        "[token.\"a b\"]\nid = \"aaaa\"",
                        "f:1: \"a b\" is not a name: expected 1 to 64 of A-Z a-z 0-9 _ . @ -"),
                Arguments.of(
                        token + "role = \"viewer\"\n" + token.replace("token.a", "token.b") + "role = \"viewer\"",
                        "f:5: [token.b] has the same id as another entry"),
                Arguments.of(user, "f:1: [user.a] needs a password"),
                Arguments.of(
                        user + "password = \"pbkdf2-sha256$1000$AAAAAAAAAAAAAAAAAAAAAA==$AAAA\"",
                        "f:3: user.a.password must be pbkdf2-sha256$<iterations>$<salt>$<hash>"),
                Arguments.of(user + "password = \"clear\"", "f:3: user.a.password must be pbkdf2-sha256"),
                Arguments.of(
                        "[certificate.mail]\nrole = \"viewer\"",
                        "f:1: \"mail\" is not the subject of a certificate such as CN=mail-worker"),
                Arguments.of(
                        "[certificate.\"CN=a\"]\nrole = \"viewer\"\n[certificate.\"cn=A\"]\nrole = \"viewer\"",
                        "f:3: [certificate.cn=A] has the same subject as another entry"),
                Arguments.of(network, "f:1: [network.10.0.0.0/8] needs doors, some of goqueue, http, qless, workq"),
                Arguments.of(
                        network + "doors = [\"ftp\"]",
                        "f:3: network.10.0.0.0/8.doors must be some of goqueue, http, qless, workq, not \"ftp\""),
                Arguments.of(
                        "[network.\"10.0.0.1/8\"]\nrole = \"viewer\"",
                        "f:1: \"10.0.0.1/8\" is not a network such as 10.2.0.0/16"),
                Arguments.of(
                        "[network.\"localhost\"]\nrole = \"viewer\"",
                        "f:1: \"localhost\" is not a network such as 10.2.0.0/16"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void a_mistake_is_named_with_its_line(String text, String message) {
        assertThatThrownBy(() -> AuthFileReader.parse("f", text))
                .isInstanceOf(AuthFileException.class)
                .hasMessageStartingWith(message)
                .hasMessageNotContaining(SHA)
                .hasMessageNotContaining("clear");
    }
}
