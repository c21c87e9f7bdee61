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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every invalid setting, option or file gives one line with source and remedy, and a non-zero exit code. */
@Timeout(60)
class BadSettingsTest {
    @TempDir
    private Path folder;

    /** The file's content, and the expected text after the file name. */
    private static Stream<List<String>> files() {
        return Stream.of(
                List.of("wrkq.port = 1", ":1: there is no setting \"wrkq.port\"; did you mean \"workq.port\"?"),
                List.of("[workq]\n\nprot = 1", ":3: there is no setting \"workq.prot\"; did you mean \"workq.port\"?"),
                List.of("[wrkq]", ":1: there is no table [wrkq]; did you mean [workq]?"),
                List.of(
                        "[workq]\nport = 65536",
                        ":2: workq.port must be a port from 0 (any free one) to 65535, or off"),
                List.of("workq.port = true", ":1: workq.port must be a port"),
                List.of("workq.port = [1]", ":1: workq.port must be a port"),
                List.of("workq = { port = -1 }", ":1: workq.port must be a port"),
                List.of("durability = 'maybe'", ":1: durability must be one of always, interval, os, not \"maybe\""),
                List.of("insecure = 1", ":1: insecure must be true or false, not \"1\""),
                List.of(
                        "[limits]\nmemory = '70'",
                        ":2: limits.memory must be a share above zero and up to 100%, such as 70%"),
                List.of("[limits]\npayload = '2GB'", ":2: limits.payload must be a size from 1B to 1GiB such as"),
                List.of("[limits]\nname = 1.5", ":2: limits.name must be a whole number from 1 to 65535"),
                List.of(
                        "[journal]\nsync-interval = 5",
                        ":2: journal.sync-interval must be a duration above zero such as"),
                List.of(
                        "[journal]\nsegment-size = '1KiB'",
                        ":2: journal.segment-size must be a size from 64KiB to 1GiB"),
                List.of("[log]\nformat = 'xml'", ":2: log.format must be one of text, json, not \"xml\""),
                List.of("[log]\nlevel = 'loud'", ":2: log.level must be off, error, warn, info, debug or trace"),
                List.of("[log]\nslow-sync = '0s'", ":2: log.slow-sync must be a duration above zero"),
                List.of("bind = '1:2'", ":1: bind must be an address of this machine"),
                List.of("bind = '0.0.0.0'", ":1: bind = 0.0.0.0 can be reached by other machines, and"),
                List.of("data = ''", ":1: data must be the path of a folder"),
                List.of(
                        "[http]\nport = 9922",
                        ":2: http.port = 9922 is also the port of workq.port; choose another port"),
                List.of(
                        "[http]\nmax-body-size = '1GiB'",
                        ":2: http.max-body-size = 1GiB is larger than limits.all-input"),
                List.of(
                        "[limits]\nall-input = '1MiB'\n[http]\nmax-body-size = '2MiB'",
                        ":2: limits.all-input = 1MiB is smaller"),
                List.of(
                        "data = '${NO_SUCH_VARIABLE}'",
                        ":1: environment variable NO_SUCH_VARIABLE is not set; ${NO_SUCH"),
                List.of("data = '${'", ":1: expected ${NAME} or ${NAME=default} after ${"),
                List.of(
                        "[queue.mail]\ntimout = '1s'",
                        ":2: there is no setting \"queue.mail.timout\"; did you mean \"queue.mail"),
                List.of("[queue.mail]\ntimeout = 'soon'", ":2: queue.mail.timeout must be a duration such as 30s"),
                List.of("[queue.mail]\nretries = 'a'", ":2: queue.mail.retries must be a whole number"),
                List.of("[queue.mail]\nretry_delays = 1", ":2: queue.mail.retry_delays must be a list of durations"),
                List.of(
                        "[queue.'a/b']",
                        ":1: \"a/b\" is not a valid queue name: 1 to 255 characters of A-Z a-z 0-9 _ . -"),
                List.of(
                        "[[queue.mail]]\nretries = 1",
                        ":1: \"queue.mail\" must be a table [queue.NAME], or a setting in"),
                List.of("[queue]\nretries = 1", ":2: \"queue.retries\" must be a table [queue.NAME], or a setting in"),
                List.of("queue = 3", ":1: \"queue\" is a table of settings such as queue.NAME.retries, not a setting"),
                List.of("workq = 3", ":1: \"workq\" is a table of settings such as workq.port, not a setting"),
                List.of("[queue.a]\ncolour = 1", ":2: there is no setting \"queue.a.colour\"; a queue has timeout, "),
                List.of(
                        "[elsewhere]",
                        ":1: there is no table [elsewhere]; the tables are audit, auth, cluster, goqueue, http, "),
                List.of("colour = 1", ":1: there is no setting \"colour\"; reeve config example lists all settings"),
                List.of("\ufeffcolour = 1", ":1: there is no setting \"colour\""));
    }

    @ParameterizedTest
    @MethodSource("files")
    void in_a_file(List<String> textAndLine) throws IOException {
        Path file = Files.writeString(folder.resolve("r.toml"), textAndLine.get(0));
        String start = "reeve: " + file + textAndLine.get(1);
        refused(1, start, "serve", "--config", file.toString());
        refused(1, start, "config", "check", file.toString());
        refused(1, start, "config", "show", "--config", file.toString());
    }

    private static Stream<List<String>> filesThatAreNoToml() {
        return Stream.of(
                List.of("data = 'a'\ndata = 'b'", ":2: not TOML: data is set twice, first in line 1"),
                List.of("[limits]\nname = 1\nname = 2", ":3: not TOML: limits.name is set twice, first in line 2"),
                List.of("[limits]\nname = 1\n[limits]\n", ":3: not TOML: [limits] is defined twice, first in line 1"),
                List.of("[http]\nport = off", ":2: not TOML: unknown token, column 8; a text needs quotes, as in"),
                List.of("data = 'a", ":1: not TOML: "),
                List.of("data =\n", ":1: not TOML: unexpected end of file: a value, a quote or a bracket is missing"),
                List.of("data\n", ":1: not TOML: "),
                List.of("[limits\n", ":1: not TOML: "));
    }

    @ParameterizedTest
    @MethodSource("filesThatAreNoToml")
    void in_a_file_that_is_no_toml(List<String> textAndLine) throws IOException {
        Path file = Files.writeString(folder.resolve("r.toml"), textAndLine.get(0));
        String line = refused(1, "reeve: " + file + textAndLine.get(1), "config", "check", file.toString());
        assertThat(line).matches(".*: not TOML: \\S.*");
    }

    @Test
    void files_that_are_none() throws IOException {
        Path binary = Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff});
        refused(1, "reeve: " + folder + ": is a folder, not a file", "config", "check", folder.toString());
        refused(1, "reeve: " + binary + ": is not UTF-8 text", "config", "check", binary.toString());
        refused(1, "reeve: " + folder.resolve("none") + ": no such file", "config", "check", folder + "/none");
        refused(1, "reeve: " + folder + "/none: no such file", "serve", "--config", folder + "/none");
        refused(1, "reeve: " + folder + "/none: no such folder", "journal", "check", folder + "/none");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--set x | 2 | --set \"x\": expected key=value, as in --set workq.port=9922",
                "--set =x | 2 | --set \"=x\": expected key=value, as in --set workq.port=9922",
                "--set queue.a=1 | 2 | --set: \"queue.a\" must be a table [queue.NAME], or a setting in one such as queue.NAME.retries",
                "--set limits=1 | 2 | --set: \"limits\" is a table of settings such as limits.all-input, not a setting",
                "--data /proc/none | 1 | data: cannot create the folder /proc/none: no such file or folder",
                "--set workq.prot=1 | 2 | --set: there is no setting \"workq.prot\"; did you mean \"workq.port\"?",
                "--set workq.port=x | 2 | --set: workq.port must be a port from 0 (any free one) to 65535, or off, not \"x\"",
                "--set queue.a.retires=1 | 2 | --set: there is no setting \"queue.a.retires\"; did you mean \"queue.a.retries\"?",
                "--set qless.port=8023 | 1 | --set: qless.port = 8023 is also the port of http.port; choose another port, or off",
                "--bind 0.0.0.0 | 1 | --bind: bind = 0.0.0.0 can be reached by other machines, and there is no authentication and no TLS on every door;",
                "--set tls.certificate=a | 1 | --set: tls.certificate = a needs its private key: set tls.key",
                "--set tls.key=a | 1 | --set: tls.key = a needs a certificate: set tls.certificate",
                "--set tls.client-ca=a | 1 | --set: tls.client-ca = a needs a certificate: set tls.certificate",
                "--set workq.tls=on | 1 | --set: workq.tls = on needs a certificate: set tls.certificate",
                "--set workq.tls=yes | 2 | --set: workq.tls must be one of auto, on, off, not \"yes\"",
                "--bind x:y | 1 | --bind: bind must be an address of this machine, not \"x:y\"",
                "--set http.port=off --set workq.port=off --set qless.port=off --set goqueue.port=off | 2 | every door is off: set http.port, workq.port, goqueue.port or qless.port to a port",
                "--dta | 2 | Unknown option: '--dta'; did you mean --data? (see reeve serve --help)",
                "--colour | 2 | Unknown option: '--colour' (see reeve serve --help)",
                "--data | 2 | Missing required parameter for option '--data' (DIR)",
                "now | 2 | Unmatched argument at index 1: 'now'",
            })
    void as_an_option(String options, int exitCode, String start) {
        String[] words = Stream.concat(Stream.of("serve"), Arrays.stream(options.split(" ", -1)))
                .toArray(String[]::new);
        refused(exitCode, "reeve: " + start, words);
    }

    @Test
    void as_an_option_of_another_command() {
        refused(2, "reeve: --set: there is no setting \"x\"", "config", "check", "--set", "x=1");
        refused(2, "reeve: --set: there is no setting \"x\"", "config", "show", "--set", "x=1");
    }

    @Test
    void every_door_off_in_a_file() throws IOException {
        String off = "http.port = 'off'\nworkq.port = 'off'\nqless.port = 'off'\ngoqueue.port = 'off'\n";
        Path file = Files.writeString(folder.resolve("r.toml"), off);
        refused(2, "reeve: every door is off: ", "config", "check", file.toString());
        refused(2, "reeve: every door is off: ", "serve", "--config", file.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "srve", "--srve", "config", "config chek", "config check a b", "journal", "journal dump"})
    void as_words(String line) {
        refused(2, "reeve: ", line.isEmpty() ? new String[0] : line.split(" ", -1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "REEVE_WORKQ_PROT | 1 | environment: there is no setting \"REEVE_WORKQ_PROT\"; did you mean \"REEVE_WORKQ_PORT\"?",
                "REEVE_QUEUE_MAIL_RETRIES | 1 | environment: REEVE_QUEUE_MAIL_RETRIES: queues are declared in the config file, or with --set queue.NAME.retries=2",
                "REEVE_WORKQ_PORT | x | environment variable REEVE_WORKQ_PORT: workq.port must be a port from 0 (any free one) to 65535, or off, not \"x\"",
            })
    void in_the_environment(String variable, String text, String line) throws Exception {
        List<String> words = new ArrayList<>(ServerProcess.java());
        words.addAll(List.of(Main.class.getName(), "serve"));
        ProcessBuilder builder = new ProcessBuilder(words).directory(folder.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("REEVE_") || name.equals("JAVA_TOOL_OPTIONS"));
        builder.environment().put(variable, text);
        Process serve = builder.start();
        assertThat(new String(serve.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo("reeve: " + line + "\n");
        assertThat(serve.waitFor()).isEqualTo(1);
    }

    private static String refused(int exitCode, String start, String... words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = ReeveCommand.execute(new PrintWriter(out), new PrintWriter(err), words);
        assertThat(err.toString().lines())
                .as("%s", List.of(words))
                .singleElement()
                .asString()
                .startsWith(start);
        assertThat(code).as("%s", err).isEqualTo(exitCode);
        assertThat(out).hasToString("");
        return err.toString().strip();
    }
}
