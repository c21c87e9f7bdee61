package dev.reeve.door.qless;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.net.testing.JournalKind;
import dev.reeve.testkit.RespClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The limits of names and job data come from the settings, as at the other doors. */
class NamesAndDataTest {
    private static final String SCRIPT = "QlessAPI";

    @ParameterizedTest
    @ValueSource(ints = {10, 400})
    void names_are_as_long_as_the_settings_allow(int longest) {
        String name = "n".repeat(longest);
        String refused = "-ERR user_script:1: Names are 1 to " + longest + " bytes of text without control characters";
        QlessSettings settings = new QlessSettings(false, 1024 * 1024, longest, 8L * 1024 * 1024, 0);
        try (QlessServer server = new QlessServer(JournalKind.LOCAL, settings)) {
            RespClient client = server.connect();
            assertThat(put(client, name, name, "{}")).isEqualTo('"' + name + '"');
            assertThat(put(client, name + "n", "jid", "{}")).isEqualTo(refused);
            assertThat(put(client, "q", name + "n", "{}")).isEqualTo(refused);
            String popped = client.call("EVAL", SCRIPT, "0", "pop", "1", name, name + "n", "1");
            assertThat(popped).isEqualTo(refused);
            assertThat(client.call("EVAL", SCRIPT, "0", "pop", "1", name, name, "1"))
                    .contains("\"worker\":\"" + name + '"');
        }
    }

    @Test
    void the_data_of_a_job_is_as_long_as_the_settings_allow() {
        String data = '"' + "x".repeat(8) + '"';
        String refused = "-ERR user_script:1: The data of a job is at most 10 bytes long";
        QlessSettings settings = new QlessSettings(false, 10, 255, 8L * 1024 * 1024, 0);
        try (QlessServer server = new QlessServer(JournalKind.LOCAL, settings)) {
            RespClient client = server.connect();
            assertThat(put(client, "q", "jid", data)).isEqualTo("\"jid\"");
            assertThat(put(client, "q", "jid", data + " ")).isEqualTo(refused);
            client.call("EVAL", SCRIPT, "0", "pop", "1", "q", "w", "1");
            assertThat(client.call("EVAL", SCRIPT, "0", "heartbeat", "1", "jid", "w", data + " "))
                    .isEqualTo(refused);
            assertThat(client.call("EVAL", SCRIPT, "0", "fail", "1", "jid", "w", "group", "message", data + " "))
                    .isEqualTo(refused);
            assertThat(client.call("EVAL", SCRIPT, "0", "complete", "1", "jid", "w", "q", data + " "))
                    .isEqualTo(refused);
            assertThat(client.call("EVAL", SCRIPT, "0", "recur", "1", "q", "r", "k", data + " ", "interval", "5", "0"))
                    .isEqualTo(refused);
            assertThat(client.call("EVAL", SCRIPT, "0", "complete", "1", "jid", "w", "q", data))
                    .isEqualTo("\"complete\"");
        }
    }

    /** The two-byte form of U+0085 too, which ends a line, and which no other door takes in a name. */
    @ParameterizedTest
    @CsvSource({"'a\nb'", "'a\u007fb'", "'a\u00c2\u0085b'", "'a\u00ffb'"})
    void names_have_no_control_characters(String name) {
        try (QlessServer server = new QlessServer(JournalKind.LOCAL)) {
            assertThat(put(server.connect(), name, "jid", "{}")).contains("without control characters");
        }
    }

    private static String put(RespClient client, String queue, String jid, String data) {
        return client.call("EVAL", SCRIPT, "0", "put", "1", "w", queue, jid, "klass", data, "0");
    }
}
