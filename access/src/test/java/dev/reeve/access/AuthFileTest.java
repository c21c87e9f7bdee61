package dev.reeve.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The auth file on a real disk: who may open it, and how it is changed. */
class AuthFileTest {
    @TempDir
    private Path folder;

    private Path path;
    private AuthFile file;
    private AuthFileEditor editor;

    @BeforeEach
    void nameFile() {
        path = folder.resolve("auth.toml");
        file = new AuthFile(path);
        editor = new AuthFileEditor(file);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r-----", "rw----r--", "rwx------", "rw--w----"})
    void a_file_that_others_can_open_is_refused(String mode) throws IOException {
        write("");
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
        assertThatThrownBy(file::read)
                .hasMessage("%s: has mode %s, but only its owner may read and write it; run chmod 600 %s"
                        .formatted(path, mode, path));
    }

    @Test
    void a_file_of_another_user_is_refused() throws Exception {
        Path ofRoot = Path.of("/etc/hostname");
        boolean isRoot = new com.sun.security.auth.module.UnixSystem().getUid() == 0;
        if (isRoot) {
            write("");
            Files.setAttribute(path, "unix:uid", 12345);
            assertThatThrownBy(file::read)
                    .hasMessage(path + ": belongs to user 12345, but this process runs as user 0");
        } else {
            assertThatThrownBy(new AuthFile(ofRoot)::read).isInstanceOf(AuthFileException.class);
        }
    }

    @Test
    void what_cannot_be_read_is_named() throws IOException {
        assertThatThrownBy(file::read).hasMessage(path + ": no such file; reeve token create makes it");
        write("");
        Files.write(path, new byte[] {(byte) 0xff});
        assertThatThrownBy(file::read).hasMessage(path + ": is not UTF-8 text");
        Files.write(path, new byte[(4 << 20) + 1]);
        assertThatThrownBy(file::read).hasMessage(path + ": is larger than 4194304 bytes");
        assertThatThrownBy(new AuthFile(folder)::read).isInstanceOf(AuthFileException.class);
    }

    @Test
    void a_new_token_makes_the_file_for_its_owner_alone() throws Exception {
        Instant expires = Instant.parse("2030-01-01T00:00:00Z");
        String token = editor.addToken("mail", Role.WORKER, QueuePatterns.of(List.of("mail*", "!mail.x")), expires);
        assertThat(token).matches("rv_[a-z0-9]{8}_[A-Za-z0-9_-]{43}");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rw-------");
        assertThat(Files.readString(path)).doesNotContain(token.substring(token.length() - 43));
        AuthEntry entry = file.read().get(0);
        assertThat(entry.name()).isEqualTo("mail");
        assertThat(entry.role()).isEqualTo(Role.WORKER);
        assertThat(entry.queues()).hasToString("mail*,!mail.x");
        assertThat(entry.expires()).isEqualTo(expires);
    }

    @Test
    void changes_keep_all_other_entries_and_comments() throws Exception {
        write("# who may do what\n\n[network.\"10.0.0.0/8\"] # inside\ndoors = [\"workq\"]\nrole = \"worker\"");
        editor.addToken("a", Role.VIEWER, QueuePatterns.ALL, null);
        editor.addToken("b.c", Role.ADMIN, QueuePatterns.ALL, null);
        Files.writeString(path, Files.readString(path) + "# the last one\n[certificate.\"CN=x\"]\nrole = \"viewer\"\n");
        editor.remove(Identity.Kind.TOKEN, "b.c");
        assertThat(file.read()).extracting(AuthEntry::name).containsExactly("10.0.0.0/8", "a", "CN=x");
        assertThat(Files.readString(path))
                .startsWith("# who may do what\n\n[network.\"10.0.0.0/8\"] # inside\n")
                .endsWith("\n# the last one\n[certificate.\"CN=x\"]\nrole = \"viewer\"\n");
        editor.remove(Identity.Kind.TOKEN, "a");
        assertThat(file.read()).extracting(AuthEntry::name).containsExactly("10.0.0.0/8", "CN=x");
    }

    @Test
    void a_name_is_given_once_and_taken_once() throws Exception {
        editor.addToken("a", Role.VIEWER, QueuePatterns.ALL, null);
        assertThatThrownBy(() -> editor.addToken("a", Role.VIEWER, QueuePatterns.ALL, null))
                .hasMessage(path + ": there is a token a already");
        assertThatThrownBy(() -> editor.addToken("a b", Role.VIEWER, QueuePatterns.ALL, null))
                .hasMessageStartingWith("\"a b\" is not a name");
        assertThatThrownBy(() -> editor.remove(Identity.Kind.TOKEN, "c")).hasMessage(path + ": there is no token c");
        assertThatThrownBy(() -> editor.remove(Identity.Kind.USER, "a")).hasMessage(path + ": there is no user a");
        assertThat(file.read()).hasSize(1);
    }

    @Test
    void two_changes_at_a_time_are_kept_apart() throws Exception {
        Path other = Files.createFile(folder.resolve("auth.toml.new"));
        assertThatThrownBy(() -> editor.addToken("a", Role.VIEWER, QueuePatterns.ALL, null))
                .hasMessage(other + ": another change is being made, or was interrupted; if so, remove this file");
        assertThat(other).exists();
        assertThat(path).doesNotExist();
        Files.delete(other);
        editor.addToken("a", Role.VIEWER, QueuePatterns.ALL, null);
        assertThat(other).doesNotExist();
    }

    @Test
    void a_file_that_cannot_be_changed_safely_stays_as_it_is() throws Exception {
        String inline =
                "certificate.\"CN=x\" = { role = \"viewer\" }\nuser.ann = { password = \"%s\", role = \"viewer\" }\n"
                        .formatted("pbkdf2-sha256$100000$AAAAAAAAAAAAAAAAAAAAAA==$" + "A".repeat(43) + "=");
        write(inline + "\n[certificate.\"CN=y\"]\nrole = \"viewer\"\n");
        String before = Files.readString(path);
        assertThatThrownBy(() -> new AuthFileEditor(file).remove(Identity.Kind.CERTIFICATE, "CN=x"))
                .isInstanceOf(AuthFileException.class);
        assertThat(Files.readString(path)).isEqualTo(before);
        write("broken");
        assertThatThrownBy(() -> editor.addToken("a", Role.VIEWER, QueuePatterns.ALL, null))
                .hasMessageContaining("not TOML");
        assertThat(Files.readString(path)).isEqualTo("broken");
    }

    @Test
    void a_users_password_is_kept_as_a_hash() throws Exception {
        editor.addUser("ann", Role.OPERATOR, QueuePatterns.ALL, "correct horse".toCharArray());
        assertThat(Files.readString(path)).contains("pbkdf2-sha256$600000$").doesNotContain("correct");
        AuthEntry ann = file.read().get(0);
        assertThat(ann.kind()).isEqualTo(Identity.Kind.USER);
        assertThat(ann.proof()).isInstanceOfSatisfying(AuthEntry.PasswordProof.class, proof -> {
            assertThat(proof.password().matches("correct horse".toCharArray())).isTrue();
            assertThat(proof.password().matches("wrong horse".toCharArray())).isFalse();
        });
    }

    private void write(String text) throws IOException {
        Files.writeString(path, text);
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
    }
}
