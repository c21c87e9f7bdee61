package dev.reeve.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Every user error gives a one-line message. */
class ErrorLineTest {
    @TempDir
    private Path folder;

    @Test
    void wrong_words() {
        assertRefused(2, "reeve: Missing subcommand, such as serve, add or jobs (see reeve --help)");
        assertRefused(
                2, "reeve: Unmatched argument at index 0: 'srve'; did you mean serve? (see reeve --help)", "srve");
        assertRefused(
                2,
                "reeve: Unknown option: '--confg'; did you mean --config? (see reeve serve --help)",
                "serve",
                "--confg");
        assertRefused(
                2,
                "reeve: Missing required parameter for option '--data' (DIR) (see reeve serve --help)",
                "serve",
                "--data");
        assertRefused(2, "reeve: Missing subcommand: check or dump (see reeve journal --help)", "journal");
        assertRefused(
                2, "reeve: Missing required parameter: 'DIR' (see reeve journal check --help)", "journal", "check");
    }

    @Test
    void wrong_settings() throws IOException {
        assertRefused(
                2,
                "reeve: --set: there is no setting \"x.y\"; reeve config example lists all settings",
                "serve",
                "--set",
                "x.y=1");
        assertServeRefused("--bind: bind must be an address of this machine, not \"::x\"", "--bind", "::x");
        Path file = Files.writeString(folder.resolve("r.toml"), "\n[limits]\nnam = 3\n");
        assertServeRefused(
                file + ":3: there is no setting \"limits.nam\"; did you mean \"limits.name\"?",
                "--config",
                file.toString());
        assertServeRefused(
                folder.resolve("none") + ": no such file",
                "--config",
                folder.resolve("none").toString());
        assertServeRefused(
                "--bind: bind = 0.0.0.0 can be reached by other machines, and there is no authentication and no TLS on"
                        + " every door; add --insecure to allow it",
                "--bind",
                "0.0.0.0");
    }

    @Test
    void wrong_data_folders() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        assertServeRefused("data: " + file + " is not a folder", "--data", file.toString());
        assertServeRefused(
                "data: cannot create the folder " + file.resolve("sub") + ": Not a directory",
                "--data",
                file.resolve("sub").toString());
        assertRefused(1, "reeve: " + file + ": no such folder", "journal", "check", file.toString());
        Path odd = folder.resolve("odd");
        Files.createDirectories(odd.resolve("manifest"));
        assertRefused(1, "reeve: " + odd + ": Is a directory", "journal", "dump", odd.toString());
        assertRefused(1, "reeve: " + file + ": no such folder", "journal", "dump", file.toString());
    }

    @Test
    void a_port_in_use() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = other.getLocalPort();
            assertServeRefused(
                    "http.port: cannot listen on 127.0.0.1:" + port
                            + ": Address already in use; the port is in use by another program: stop it,"
                            + " or choose another port with --set http.port=PORT",
                    "--data",
                    folder.toString(),
                    "--set",
                    "http.port=" + port);
        }
    }

    @Test
    void an_address_of_another_machine() {
        assertServeRefused(
                "http.port: cannot listen on 192.0.2.1:8023: Cannot assign requested address;"
                        + " bind must be an address of this machine",
                "--insecure",
                "--data",
                folder.toString(),
                "--bind",
                "192.0.2.1");
    }

    @Test
    void terminal_escapes_are_spelt_out() throws IOException {
        assertSpeltOut("'\\u001b[2J'", "journal", "\u001b[2J");
        assertSpeltOut("there is no setting \"\\u001b]0;x\\u0007\"", "serve", "--set", "\u001b]0;x\u0007=1");
        assertSpeltOut("not \"\\u202e1\"", "serve", "--set", "workq.port=\u202e1");
        Path file = Files.writeString(folder.resolve("\u009b1m.toml"), "\"\\u001Bc\" = 3\n");
        assertSpeltOut("/\\u009b1m.toml: there is no setting", "serve", "--config", file.toString());
        assertSpeltOut("\"\\u001bc\"", "serve", "--config", file.toString());
        assertSpeltOut(
                "\\u001b7: no such folder",
                "journal",
                "check",
                folder.resolve("\u001b7").toString());
    }

    private static void assertSpeltOut(String part, String... words) {
        StringWriter err = new StringWriter();
        assertThat(ReeveCommand.execute(new PrintWriter(new StringWriter()), new PrintWriter(err), words))
                .isNotZero();
        assertThat(err.toString()).contains(part).endsWith(System.lineSeparator());
        assertThat(err.toString().strip().codePoints().filter(Character::isISOControl))
                .isEmpty();
    }

    @Test
    void help_and_version_are_no_errors() {
        StringWriter out = new StringWriter();
        CommandLine command = ReeveCommand.commandLine().setOut(new PrintWriter(out));
        assertThat(command.execute("--version")).isZero();
        assertThat(command.execute("--help")).isZero();
        assertThat(command.execute("serve", "--help")).isZero();
        assertThat(out.toString()).contains("Reeve ", "Usage: reeve ", "serve", "journal", "--set=KEY=VALUE");
    }

    private static void assertServeRefused(String message, String... options) {
        String[] words = new String[options.length + 1];
        words[0] = "serve";
        System.arraycopy(options, 0, words, 1, options.length);
        assertRefused(1, "reeve: " + message, words);
    }

    private static void assertRefused(int exitCode, String line, String... words) {
        StringWriter err = new StringWriter();
        assertThat(ReeveCommand.execute(new PrintWriter(new StringWriter()), new PrintWriter(err), words))
                .isEqualTo(exitCode);
        assertThat(err.toString()).isEqualTo(line + System.lineSeparator());
    }
}
