package dev.reeve.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.testkit.ServerProcess;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs the commands of docs/operations.md, docs/security.md and docs/api.md: all blocks marked sh, in order, in one shell and an empty folder, where
 * {@code ./reeve} runs the built jar, from the class archive of test servers. A line that begins with {@code #>} is expected output of the commands before it.
 */
class OperationsIT {
    private static final Path DOCS = Path.of("..", "docs");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^ *```(\\w*)\\n(.*?)^ *```$");
    private static final Pattern FENCE = Pattern.compile("(?m)^ *```");
    private static final Pattern COMMAND =
            Pattern.compile("(?m)^ *(?:\\./reeve|java|curl|cp|mv|kill|wait|mvn|for|until) ");
    private static final Pattern PRINTED = Pattern.compile("(?m)^#> (.*)$");
    private static final String HTTP_PORT = "8023";
    /** A shell does not tell its jobs in a command substitution. */
    private static final String STOP_AT_END =
            "trap 'jobs -p >jobs.txt; for job in $(cat jobs.txt); do kill \"$job\" || :; done; wait' EXIT\n";

    private static final long SECONDS_PATIENCE = 180;

    @TempDir
    private Path folder;

    @BeforeEach
    void install() throws IOException {
        BuiltJar.copyTo(Files.createDirectories(folder.resolve("server/target")));
        Path launcher = Files.writeString(
                folder.resolve("reeve"),
                "#!/bin/sh\nexec '%s' dev.reeve.server.Main \"$@\"\n"
                        .formatted(String.join("' '", ServerProcess.java())));
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void every_command_does_what_the_page_says() throws Exception {
        List<String> blocks = commands(Files.readString(DOCS.resolve("operations.md")));
        assertThat(String.join("\n", blocks))
                .as("a user learns to start, configure, watch, back up, restore and upgrade")
                .contains(
                        "./reeve serve",
                        "./reeve config check",
                        "/readyz",
                        "/metrics",
                        "./reeve backup",
                        "./reeve restore",
                        "cp -a data backup",
                        "cp -a backup data",
                        "before-upgrade");
        check(blocks);
    }

    @Test
    void every_command_about_security_does_what_its_page_says() throws Exception {
        List<String> blocks = commands(Files.readString(DOCS.resolve("security.md")));
        assertThat(String.join("\n", blocks))
                .as("a user learns to create and revoke tokens, to add users and to read the audit log")
                .contains("./reeve token create", "./reeve token revoke", "./reeve user add", "audit.jsonl")
                .contains("/v1/login", "/v1/logout", "/v1/tokens");
        check(blocks);
    }

    @Test
    void every_command_about_the_http_interface_does_what_its_page_says() throws Exception {
        List<String> blocks = commands(Files.readString(DOCS.resolve("api.md")));
        assertThat(String.join("\n", blocks))
                .as("a user learns every task")
                .contains("/v1/jobs", "/v1/bulk/add", "/v1/acquire", "/renew", "/complete", "/v1/bulk/finish")
                .contains("/v1/bulk/retry", "/v1/bulk/move", "/v1/bulk/cancel", "/v1/bulk/delete", "/v1/failures")
                .contains("/v1/workers", "/quiet", "/v1/server", "/v1/settings", "/v1/nodes", "/v1/me", "/v1/audit")
                .contains("/retry", "PATCH", "/log", "/cancel", "DELETE", "/pause", "/resume", "/purge", "/problems/");
        check(blocks);
    }

    /** The blocks with commands. No other block may look like one. */
    private static List<String> commands(String page) {
        List<MatchResult> blocks = BLOCK.matcher(page).results().toList();
        assertThat(FENCE.matcher(page).results().count())
                .as("every block begins and ends")
                .isEqualTo(2L * blocks.size());
        for (MatchResult block : blocks) {
            assertThat(block.group(1)).isIn(Set.of("sh", "toml", "yaml", "ini", ""));
            if (!block.group(1).equals("sh")) {
                assertThat(COMMAND.matcher(block.group(2)).find())
                        .as("a command that is not run: %s", block.group(2))
                        .isFalse();
            }
        }
        return blocks.stream()
                .filter(block -> block.group(1).equals("sh"))
                .map(block -> block.group(2))
                .toList();
    }

    private void check(List<String> blocks) throws IOException, InterruptedException {
        String port = Integer.toString(freePort());
        String script = STOP_AT_END + "set -eux\n" + String.join("\n", blocks).replace(HTTP_PORT, port);

        Path out = folder.resolve("out.txt");
        Path err = folder.resolve("err.txt");
        ProcessBuilder shell = new ProcessBuilder("sh", "-c", script)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        shell.environment().keySet().removeIf(name -> name.startsWith("REEVE_") || name.equals("JAVA_TOOL_OPTIONS"));
        shell.environment().put("REEVE_HTTP_PORT", port);
        List.of("REEVE_WORKQ_PORT", "REEVE_QLESS_PORT", "REEVE_GOQUEUE_PORT")
                .forEach(other -> shell.environment().put(other, "0"));
        shell.environment().merge("PATH", System.getProperty("java.home") + "/bin", (old, java) -> java + ":" + old);
        int exitCode = run(shell.start());
        assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(port)).close())
                .as("no server is left")
                .isInstanceOf(ConnectException.class);

        String printed = Files.readString(out);
        assertThat(exitCode).as("%s\n%s", printed, Files.readString(err)).isZero();
        assertThat(printed.replace(port, HTTP_PORT))
                .containsSubsequence(PRINTED.matcher(String.join("\n", blocks))
                        .results()
                        .map(line -> line.group(1))
                        .collect(Collectors.toList()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "```sh\necho one\n```\n\n```sh\nfalse\n```\n",
                "```sh\n./reeve config chek\n```\n",
                "```sh\ncurl -fsS http://127.0.0.1:8023/health\n```\n",
                "```sh\necho one\n#> two\n```\n",
                "```sh\necho one two\n#> two\n#> one\n```\n",
                "```\n./reeve config check\n```\n",
                "  ```shell\n  ./reeve config check\n  ```\n",
                "```sh\necho one\n"
            })
    void a_page_that_is_wrong_is_noticed(String page) {
        assertThatThrownBy(() -> check(commands(page))).isInstanceOf(AssertionError.class);
    }

    @Test
    void a_page_that_is_right_is_not() throws Exception {
        check(commands("```sh\necho one two\n#> one\n#> two\n./reeve config check\n#> ok\n```\n\n```\nok\n```\n"));
    }

    /** Waits for the shell, which stops what it has started when it ends. */
    private static int run(Process shell) throws InterruptedException {
        try {
            if (!shell.waitFor(SECONDS_PATIENCE, TimeUnit.SECONDS)) {
                throw new AssertionError("the commands did not come to an end");
            }
            return shell.exitValue();
        } finally {
            shell.descendants().forEach(ProcessHandle::destroyForcibly);
            shell.destroyForcibly();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        }
    }
}
