package dev.reeve.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.server.Settings;
import dev.reeve.server.SettingsDocs;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigCommandTest {
    @TempDir
    private Path folder;

    private Path file;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void writeFile() throws IOException {
        file = Files.writeString(folder.resolve("r.toml"), "[workq]\nport = 1234\n[queue.mail]\nretries = 2\n");
    }

    @Test
    void check_says_ok() {
        assertThat(run("check", file.toString())).isZero();
        assertThat(run("check", "--config", file.toString())).isZero();
        assertThat(run("check")).isZero();
        assertThat(out).hasToString("ok\nok\nok\n");
        assertThat(err).hasToString("");
    }

    @Test
    void check_says_what_is_wrong_in_one_line() throws IOException {
        Files.writeString(file, "[workq]\nprot = 1234\n");
        assertThat(run("check", file.toString())).isEqualTo(1);
        assertThat(out).hasToString("");
        assertThat(err)
                .hasToString(
                        "reeve: " + file + ":2: there is no setting \"workq.prot\"; did you mean \"workq.port\"?\n");
    }

    @Test
    void check_looks_at_settings_together() {
        assertThat(run("check", file.toString(), "--set", "http.port=1234")).isEqualTo(1);
        assertThat(err)
                .hasToString("reeve: " + file
                        + ":2: workq.port = 1234 is also the port of http.port; choose another port," + " or off\n");
    }

    @Test
    void show_prints_every_setting_with_its_source() {
        assertThat(run("show", file.toString(), "--set", "durability=os", "--data", "d"))
                .isZero();
        assertThat(out.toString().lines())
                .hasSize(Settings.ALL.size() + 1)
                .contains(
                        "data = \"d\"                                 # --data",
                        "durability = \"os\"                          # --set",
                        "workq.port = 1234                          # " + file + ":2",
                        "http.port = 8023                           # default",
                        "queue.mail.retries = 2                     # " + file + ":4");
    }

    @Test
    void what_show_prints_is_a_config_file() throws IOException {
        assertThat(run("show", file.toString(), "--data", "true", "--set", "queue.a.retry_delays=[\"1s\"]"))
                .isZero();
        String shown = out.toString();
        Path copy = Files.writeString(folder.resolve("copy.toml"), shown);
        out.getBuffer().setLength(0);
        assertThat(run("show", copy.toString())).isZero();
        assertThat(out.toString().replaceAll("\\s+#.*", "")).isEqualTo(shown.replaceAll("\\s+#.*", ""));
    }

    @Test
    void example_and_reference_are_the_files_of_the_checkout() {
        assertThat(run("example")).isZero();
        assertThat(run("reference")).isZero();
        assertThat(out).hasToString(SettingsDocs.example() + SettingsDocs.page());
    }

    private int run(String... words) {
        String[] all = new String[words.length + 1];
        all[0] = "config";
        System.arraycopy(words, 0, all, 1, words.length);
        return ReeveCommand.execute(new PrintWriter(out), new PrintWriter(err), all);
    }
}
