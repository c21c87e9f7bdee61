package dev.reeve.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.server.Main;
import dev.reeve.testkit.ServerProcess;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code reeve token} and {@code reeve user}. */
@Timeout(120)
class TokenCommandTest {
    @TempDir
    private Path folder;

    private StringWriter out = new StringWriter();
    private StringWriter err = new StringWriter();

    @Test
    void creates_lists_and_revokes() throws IOException {
        assertThat(run("token", "create", "mail", "--role", "worker", "--queues", "mail*,!mail.x"))
                .isZero();
        assertThat(out.toString()).matches("rv_[a-z0-9]{8}_[A-Za-z0-9_-]{43}\\R");
        String id = out.toString().substring(3, 11);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
        assertThat(run("token", "create", "late", "--role", "admin", "--expires", "2099-06-30"))
                .isZero();
        assertThat(run("token", "list")).isZero();
        assertThat(out.toString())
                .matches("mail id=" + id + " role=worker queues=mail\\*,!mail\\.x expires=never\\R"
                        + "late id=\\w+ role=admin queues=\\* expires=2099-06-30T00:00:00Z\\R");
        assertThat(run("token", "revoke", "nobody")).isEqualTo(4);
        assertThat(err.toString()).endsWith(": there is no token nobody" + System.lineSeparator());
        assertThat(run("token", "revoke", "mail")).isZero();
        assertThat(out).hasToString("revoked mail" + System.lineSeparator());
        assertThat(run("token", "list")).isZero();
        assertThat(out.toString()).startsWith("late ").hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2|token|Missing subcommand: create, list or revoke (see reeve token --help)",
                "2|user|Missing subcommand: add or remove (see reeve user --help)",
                "2|token create a|Missing required option: '--role=ROLE' (see reeve token create --help)",
                "2|token create a --role boss|--role must be one of viewer, producer, worker, operator, admin, not \"boss\"",
                "2|token create a --role viewer --queues a,|--queues: \"\" is not a pattern of queues such as mail* or"
                        + " !mail.internal, of up to 256 characters without blanks, commas, quotes and backslashes",
                "2|token create a --role viewer --expires soon|--expires must be a time such as 2027-06-30, 2027-06-30T12:00:00Z"
                        + " or 90d, not \"soon\"",
                "2|token create a --role viewer --expires 2020-01-01|--expires must be in the future, not \"2020-01-01\"",
                "1|token create a/b --role viewer|\"a/b\" is not a name: expected 1 to 64 of A-Z a-z 0-9 _ . @ -",
                "1|token list|FILE: no such file; reeve token create makes it",
                "1|token revoke a|FILE: no such file; reeve token create makes it",
                "1|user remove a|FILE: no such file; reeve token create makes it",
            })
    void says_in_one_line_what_is_wrong(int code, String words, String message) {
        assertThat(run(words.split(" "))).isEqualTo(code);
        assertThat(out).hasToString("");
        assertThat(err.toString().strip()).isEqualTo("reeve: " + message.replace("FILE", file().toString()));
        assertThat(file()).doesNotExist();
    }

    @Test
    void needs_to_know_the_file() {
        int code = ReeveCommand.execute(new PrintWriter(out), new PrintWriter(err), "token", "list");
        assertThat(code).isEqualTo(2);
        assertThat(err.toString().strip())
                .isEqualTo("reeve: auth.file is not set: add --set auth.file=FILE, or set it in the config file");
    }

    @Test
    void a_password_comes_from_the_input_and_is_kept_as_a_hash() throws Exception {
        assertThat(start("correct horse\n", "user", "add", "ann", "--role", "operator"))
                .isEqualTo("0 added ann");
        assertThat(Files.readString(file()))
                .contains("[user.ann]", "pbkdf2-sha256$600000$")
                .doesNotContain("horse");
        assertThat(start("short\n", "user", "add", "bob", "--role", "viewer"))
                .isEqualTo("1 reeve: the password must have 8 to 256 characters, not 5");
        assertThat(start("", "user", "add", "ann", "--role", "operator"))
                .isEqualTo("1 reeve: the password must have 8 to 256 characters, not 0");
        assertThat(run("user", "remove", "bob")).isEqualTo(4);
        assertThat(run("user", "remove", "ann")).isZero();
        assertThat(Files.readString(file())).doesNotContain("ann");
    }

    private Path file() {
        return folder.resolve("auth.toml");
    }

    private int run(String... words) {
        out = new StringWriter();
        err = new StringWriter();
        return ReeveCommand.execute(new PrintWriter(out), new PrintWriter(err), withFile(words));
    }

    private String[] withFile(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        if (words.length > 1) {
            all.addAll(List.of("--set", "auth.file=" + file()));
        }
        return all.toArray(String[]::new);
    }

    /** Runs the program with this input; returns the exit code and what it said. */
    private String start(String input, String... words) throws Exception {
        List<String> command = new ArrayList<>(ServerProcess.java());
        command.add(Main.class.getName());
        command.addAll(List.of(withFile(words)));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("REEVE_") || name.equals("JAVA_TOOL_OPTIONS"));
        Process program = builder.start();
        program.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
        program.getOutputStream().close();
        String said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return program.waitFor() + " " + said.strip();
    }
}
