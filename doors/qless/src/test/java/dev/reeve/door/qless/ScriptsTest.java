package dev.reeve.door.qless;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.net.testing.JournalKind;
import dev.reeve.testkit.RespClient;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Recognition of scripts. */
@Timeout(30)
class ScriptsTest {
    private static final String POP_2012 = "61baca2fab3027df6c1f61da193d9fd57978cbf9";
    private static final String CURRENT = "local QlessAPI = {}\nreturn QlessAPI";
    private static final String NOT_LUA = "-ERR user_script:1: Reeve runs qless calls, not Lua";
    private static final String NO_SCRIPT = "-NOSCRIPT No matching script. Please use EVAL.";

    @ParameterizedTest
    @EnumSource
    void are_loaded_found_and_forgotten(JournalKind journal) {
        try (QlessServer server = new QlessServer(journal)) {
            RespClient client = server.connect();
            // The well-known checksum of "return 1".
            String sha = "e0e1f9fabfc9d4800c877a703b823ac0578ff8db";
            assertThat(client.call("EVALSHA", sha, "0")).isEqualTo(NO_SCRIPT);
            assertThat(client.call("SCRIPT", "EXISTS", sha, POP_2012)).isEqualTo("*[:0, :1]");
            assertThat(client.call("SCRIPT", "LOAD", "return 1")).isEqualTo('"' + sha + '"');
            assertThat(client.call("SCRIPT", "EXISTS", sha.toUpperCase(Locale.ROOT)))
                    .isEqualTo("*[:1]");
            assertThat(server.connect().call("EVALSHA", sha, "0")).isEqualTo(NOT_LUA);
            assertThat(client.call("SCRIPT", "FLUSH")).isEqualTo("+OK");
            assertThat(client.call("SCRIPT", "EXISTS", sha, POP_2012)).isEqualTo("*[:0, :1]");
            assertThat(client.call("EVALSHA", sha, "0")).isEqualTo(NO_SCRIPT);
            assertThat(client.call("EVAL", "return 1", "0")).isEqualTo(NOT_LUA);
            assertThat(client.call("SCRIPT", "EXISTS", sha)).isEqualTo("*[:1]");
        }
    }

    @ParameterizedTest
    @EnumSource
    void are_told_apart_from_their_arguments(JournalKind journal) {
        try (QlessServer server = new QlessServer(journal)) {
            RespClient client = server.connect();
            assertThat(client.call("EVAL", CURRENT, "0", "nonesuch")).contains("Unknown command nonesuch");
            assertThat(client.call("EVAL", CURRENT, "x")).isEqualTo("-ERR value is not an integer or out of range");
            assertThat(client.call("EVAL", CURRENT, "2", "a"))
                    .isEqualTo("-ERR Number of keys can't be greater than number of args");
            assertThat(client.call("EVAL", CURRENT, "-1", "a")).isEqualTo("-ERR Number of keys can't be negative");
            assertThat(client.call("EVAL", CURRENT)).isEqualTo("-ERR wrong number of arguments for 'eval' command");
            assertThat(client.call("SCRIPT", "LOAD"))
                    .isEqualTo("-ERR wrong number of arguments for 'script|load' command");
            assertThat(client.call("SCRIPT", "KILL")).isEqualTo("-NOTBUSY No scripts in execution right now.");
            assertThat(client.call("SCRIPT", "BOGUS")).isEqualTo("-ERR unknown subcommand 'BOGUS'. Try SCRIPT HELP.");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-- Put(1, queue, jid, klass, data, now) | put",
                "-- config(0, 'get', [option]) | config",
                "--  Workers (0, now, [worker]) | workers",
                "-- This script takes the name~error('Peek(): Expected 1 KEYS argument') | peek",
                "-- Nothing(0)~assert(ARGV[1], 'Heartbeat(): Arg \"jid\" missing') | heartbeat",
                "error('Wrong(): x') error('Pop(): y') | pop",
                "-- Put(1, queue)~error('Put(): x') error('Put(): y') | put",
            })
    void of_2012_are_known_by_their_comment_or_their_errors(String text, String call) {
        assertThat(Script.read(text.replace('~', '\n'))).isEqualTo(new Script(CallingConvention.Y2012, call));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "error('Put(): x')~error('Pop(): y')",
                "-- Put(1, queue, jid, klass, data, now)~error('Pop(): y')",
                "-- Put(1, queue, jid, klass, data, now)~error('Put(): x')~error('Complete(): y')",
                "local put = 'Put'~return pop",
            })
    void that_name_several_calls_or_none_are_not_of_2012(String text) {
        assertThat(Script.read(text.replace('~', '\n')).form()).isNull();
    }

    @ParameterizedTest
    @EnumSource
    void that_name_several_calls_run_none_of_them(JournalKind journal) {
        try (QlessServer server = new QlessServer(journal)) {
            RespClient client = server.connect();
            String text = "error('Put(): x') error('Pop(): y')";
            assertThat(client.call("EVAL", text, "1", "q", "a", "k", "{}", "1", "0"))
                    .isEqualTo(NOT_LUA);
            assertThat(client.call("FCALL", "get", "0", "a")).isEqualTo("nil");
        }
    }

    @Test
    void of_2012_are_all_there() {
        assertThat(Script.OF_2012).hasSize(21);
        assertThat(new Scripts().find(POP_2012)).isEqualTo(new Script(CallingConvention.Y2012, "pop"));
    }

    @Test
    void the_one_not_asked_for_longest_is_forgotten() {
        Scripts scripts = new Scripts();
        String used = scripts.load(bytes(CURRENT));
        String unused = scripts.load(bytes("unused"));
        for (int i = 0; i < 1023; i++) {
            scripts.load(bytes("script " + i));
            assertThat(Objects.requireNonNull(scripts.find(used)).form()).isEqualTo(CallingConvention.CURRENT);
        }
        assertThat(scripts.find(unused)).isNull();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
