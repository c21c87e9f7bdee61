package dev.reeve.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.door.ocypod.OcypodTerms;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.Terms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueueTablesTest {
    @TempDir
    private Path folder;

    @Test
    void declares_queues_with_their_settings() throws IOException {
        Map<String, Terms> queues = read("""
                [queue.mail]
                timeout = "10m"
                heartbeat_timeout = "${BEAT=90s}"
                expires_after = "0s"
                retries = 4
                retry_delays = ["10s", "1m"]

                [queue.plain]

                [queue."my.queue"]
                timeout = "0s"
                """);
        assertThat(queues.keySet()).containsExactly("mail", "my.queue", "plain");
        assertThat(queues)
                .containsEntry("plain", OcypodTerms.DEFAULTS)
                .containsEntry(
                        "mail",
                        new Terms(
                                600_000_000,
                                90_000_000,
                                Terms.FOREVER,
                                Terms.FOREVER,
                                Terms.BACKGROUND,
                                new RetryPolicy(RetryPolicy.Rule.RETRIES, 0, 0, 4, List.of(10_000_000L, 60_000_000L))));
        assertThat(queues.get("my.queue")).extracting(Terms::leaseMicros).isEqualTo(Terms.FOREVER);
    }

    @Test
    void the_documented_defaults_are_those_of_the_door() throws IOException {
        StringBuilder toml = new StringBuilder("[queue.all]\n");
        OcypodTerms.QUEUE_SETTINGS.forEach(setting -> toml.append(setting.key())
                .append(" = ")
                .append(TomlText.value(setting.type(), setting.defaultText()))
                .append('\n'));
        assertThat(read(toml.toString())).containsEntry("all", OcypodTerms.DEFAULTS);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0001',
            value = {
                "timeout = '5'|:2: queue.mail.timeout must be a duration such as 30s, 5m or 1h 15m, not \"5\"",
                "timeout = 5|:2: queue.mail.timeout must be a duration such as 30s, 5m or 1h 15m, not \"5\"",
                "retries = -1|:2: queue.mail.retries must be a whole number from 0 to 2147483647, not \"-1\"",
                "retry_delays = '1s'|:2: queue.mail.retry_delays must be a list of durations such as [\"10s\", \"1m\"], not \"1s\"",
                "retry_delays = ['x']|:2: queue.mail.retry_delays must be a list of durations such as [\"10s\", \"1m\"], not \"[\"x\"]\"",
                "timout = '5s'|:2: there is no setting \"queue.mail.timout\"; did you mean \"queue.mail.timeout\"?",
            })
    void refuses(String line, String message) {
        assertThatThrownBy(() -> read("[queue.mail]\n" + line + "\n"))
                .isInstanceOf(StartException.class)
                .hasMessage(folder.resolve("reeve.toml") + message);
    }

    @Test
    void refuses_what_cannot_be_a_queue() {
        assertThatThrownBy(() -> read("[queue.\"a b\"]\n"))
                .hasMessageEndingWith(
                        ":1: \"a b\" is not a valid queue name: 1 to 255 characters of A-Z a-z 0-9 _ . -");
        assertThatThrownBy(() -> read("[queue]\ntimeout = '5s'\n"))
                .hasMessageEndingWith(
                        ":2: \"queue.timeout\" must be a table [queue.NAME], or a setting in one such as queue.NAME.retries");
        assertThatThrownBy(() -> read("queue = 5\n")).hasMessageContaining("\"queue\" is a table");
    }

    private Map<String, Terms> read(String toml) throws IOException {
        SettingsReader reader = new SettingsReader();
        reader.readFile(Files.writeString(folder.resolve("reeve.toml"), toml), Map.of());
        return reader.settings().queues();
    }
}
