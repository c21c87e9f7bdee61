package dev.reeve.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.server.ConfigEntry.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TomlFileTest {
    private static final Map<String, String> ENVIRONMENT = Map.of("SOME", "thing", "QUOTE", "$1\\\\");

    @TempDir
    private Path folder;

    @Test
    void reads_tables_and_dotted_keys_of_every_kind_of_value() throws IOException {
        assertThat(read(write("""
                # comment
                data = "d"
                http.port = 8023
                insecure = true

                [limits]
                memory = 0.5
                "name" = 12
                [queue.mail]
                retry_delays = ["1s"]
                [queue."a.b"]
                """)))
                .containsExactly(
                        new ConfigEntry("data", "d", Kind.TEXT, file() + ":2"),
                        new ConfigEntry("http.port", "8023", Kind.UNQUOTED, file() + ":3"),
                        new ConfigEntry("insecure", "true", Kind.UNQUOTED, file() + ":4"),
                        new ConfigEntry("limits.memory", "0.5", Kind.UNQUOTED, file() + ":7"),
                        new ConfigEntry("limits.name", "12", Kind.UNQUOTED, file() + ":8"),
                        new ConfigEntry("queue.mail.retry_delays", "[\"1s\"]", Kind.LIST, file() + ":10"),
                        new ConfigEntry("queue.a.b", "{}", Kind.EMPTY_TABLE, file() + ":11"));
    }

    @Test
    void errors_name_file_and_line() {
        assertRefused(
                "data = 'x'\n[workq]\nprot = 1\n",
                ":3: there is no setting \"workq.prot\"; did you mean \"workq.port\"?");
        assertRefused("workq = 5\n", ":1: \"workq\" is a table");
        assertRefused("[workq]\nport = [1, 2]\n", ":2: workq.port must be a port");
        assertRefused("workq = { port = 70000 }\n", ":1: workq.port must be a port");
        assertRefused("data = 'x'\ndata = \n", ":2: ");
        assertRefused("data = 'x'\ndata = 'y'", ":2: not TOML: data is set twice, first in line 1");
        assertRefused("data = true\n", ":1: data must be the path of a folder in quotes, not true");
        assertRefused("bind = 1\n", ":1: bind must be an address of this machine in quotes, not 1");
        assertRefused("data = ['x']\n", ":1: data must be the path of a folder, not a list");
        assertRefused("\n[wrkq]\n", ":2: there is no table [wrkq]; did you mean [workq]?");
        assertRefused("[workq] # a = b\n'prt' = 1\n", ":2: there is no setting \"workq.prt\"");
        assertRefused("workq . 'port' = 'x'\n", ":1: workq.port must be");
        assertRefused("data = '''\na'''\n[a.b]\nc.d = 1", ":4: there is no setting \"a.b.c.d\"");
    }

    @Test
    void errors_tell_a_missing_file_from_one_that_is_no_text() throws IOException {
        assertThatThrownBy(() -> read(file())).hasMessage(file() + ": no such file");
        Files.write(file(), new byte[] {(byte) 0xff, (byte) 0xfe});
        assertThatThrownBy(() -> read(file())).hasMessage(file() + ": is not UTF-8 text");
        assertThatThrownBy(() -> read(folder)).hasMessage(folder + ": is a folder, not a file");
    }

    @Test
    void environment_variables_are_filled_in() throws IOException {
        List<ConfigEntry> entries = read(write("""
                # ${MISSING} in a comment
                data = "${SOME}/${MISSING=else}${EMPTY=}"
                bind = "${QUOTE}"
                """));
        assertThat(entries).extracting(ConfigEntry::text).containsExactly("thing/else", "$1\\");
        assertRefused(
                "insecure = true\ndata = '${MISSING}'\n",
                ":2: environment variable MISSING is not set; ${MISSING=default} gives it a default");
        assertRefused("data = '${SOME'\n", ":1: expected ${NAME} or ${NAME=default} after ${");
        assertRefused("data = '${}'\n", ":1: expected ${NAME} or ${NAME=default} after ${");
    }

    private static List<ConfigEntry> read(Path file) {
        return TomlFile.read(file, ENVIRONMENT);
    }

    private void assertRefused(String text, String message) {
        assertThatThrownBy(() -> new SettingsReader().readFile(write(text), ENVIRONMENT))
                .isInstanceOf(StartException.class)
                .hasMessageStartingWith(file() + message)
                .message()
                .hasLineCount(1);
    }

    private Path file() {
        return folder.resolve("reeve.toml");
    }

    private Path write(String toml) throws IOException {
        return Files.writeString(file(), toml);
    }
}
