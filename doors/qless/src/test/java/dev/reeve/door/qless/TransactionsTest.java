package dev.reeve.door.qless;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.net.testing.JournalKind;
import dev.reeve.testkit.RespClient;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** MULTI, EXEC, DISCARD, WATCH and UNWATCH. */
@Timeout(30)
class TransactionsTest {
    @ParameterizedTest
    @EnumSource
    void are_queued_and_executed_as_one_entry(JournalKind journal) {
        try (QlessServer server = new QlessServer(journal)) {
            RespClient client = server.connect();
            assertThat(client.call("MULTI")).isEqualTo("+OK");
            assertThat(client.call("PING")).isEqualTo("+QUEUED");
            assertThat(client.call("FLUSHDB")).isEqualTo("+QUEUED");
            assertThat(client.call("EVALSHA", "f".repeat(40), "0")).isEqualTo("+QUEUED");
            assertThat(client.call("INFO")).isEqualTo("+QUEUED");
            assertThat(client.call("FLUSHALL")).isEqualTo("+QUEUED");
            server.server().settle();
            long before = server.server().onLoop(() -> server.server().node().changes());
            assertThat(client.call("EXEC"))
                    .startsWith("*[+PONG, +OK, -NOSCRIPT No matching script. Please use EVAL., \"# Server")
                    .endsWith(", +OK]");
            assertThat(server.server().onLoop(() -> server.server().node().changes()))
                    .isEqualTo(before + 1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void without_changes_are_not_journalled(JournalKind journal) {
        try (QlessServer server = new QlessServer(journal)) {
            RespClient client = server.connect();
            client.send("MULTI").send("ECHO", "a").send("INFO").send("EXEC").expect("+OK", "+QUEUED", "+QUEUED");
            assertThat(client.reply()).startsWith("*[\"a\", \"# Server");
            client.send("MULTI").send("EXEC").expect("+OK", "*[]");
            assertThat(server.server().onLoop(() -> server.server().node().changes()))
                    .isLessThanOrEqualTo(3);
        }
    }

    @ParameterizedTest
    @EnumSource
    void are_given_up_after_an_error_while_queueing(JournalKind journal) {
        try (QlessServer server = new QlessServer(journal)) {
            RespClient client = server.connect();
            for (String[] wrong : new String[][] {{"NONESUCH"}, {"ECHO"}, {"SUBSCRIBE", "a"}, {"HELLO", "3"}}) {
                assertThat(client.call("MULTI")).isEqualTo("+OK");
                assertThat(client.call(wrong)).startsWith("-ERR ");
                assertThat(client.call("PING")).isEqualTo("+QUEUED");
                assertThat(client.call("EXEC"))
                        .isEqualTo("-EXECABORT Transaction discarded because of previous errors.");
            }
            assertThat(client.call("PING")).isEqualTo("+PONG");
        }
    }

    @ParameterizedTest
    @EnumSource
    void are_not_nested_and_can_be_discarded(JournalKind journal) {
        try (QlessServer server = new QlessServer(journal)) {
            RespClient client = server.connect();
            assertThat(client.call("EXEC")).isEqualTo("-ERR EXEC without MULTI");
            assertThat(client.call("DISCARD")).isEqualTo("-ERR DISCARD without MULTI");
            assertThat(client.call("MULTI")).isEqualTo("+OK");
            assertThat(client.call("MULTI")).isEqualTo("-ERR MULTI calls can not be nested");
            assertThat(client.call("WATCH", "a")).isEqualTo("-ERR WATCH inside MULTI is not allowed");
            assertThat(client.call("FLUSHDB")).isEqualTo("+QUEUED");
            assertThat(client.call("DISCARD")).isEqualTo("+OK");
            assertThat(client.call("EXEC")).isEqualTo("-ERR EXEC without MULTI");
            assertThat(client.call("MULTI")).isEqualTo("+OK");
            assertThat(client.call("RESET")).isEqualTo("+RESET");
            assertThat(client.call("PING")).isEqualTo("+PONG");
        }
    }

    @ParameterizedTest
    @EnumSource
    void come_to_nothing_when_somebody_else_has_changed_something(JournalKind journal) {
        try (QlessServer server = new QlessServer(journal)) {
            RespClient client = server.connect();
            RespClient other = server.connect();
            assertThat(client.call("WATCH", "ql:queues")).isEqualTo("+OK");
            assertThat(client.call("MULTI")).isEqualTo("+OK");
            assertThat(client.call("PING")).isEqualTo("+QUEUED");
            assertThat(other.call("FLUSHDB")).isEqualTo("+OK");
            assertThat(client.call("EXEC")).isEqualTo("nil*");
            // EXEC has ended the watch.
            assertThat(client.call("MULTI")).isEqualTo("+OK");
            assertThat(client.call("EXEC")).isEqualTo("*[]");

            assertThat(client.call("WATCH", "a", "b")).isEqualTo("+OK");
            assertThat(other.call("FLUSHDB")).isEqualTo("+OK");
            assertThat(client.call("UNWATCH")).isEqualTo("+OK");
            assertThat(client.call("MULTI")).isEqualTo("+OK");
            assertThat(client.call("EXEC")).isEqualTo("*[]");

            assertThat(client.call("HELLO", "3")).startsWith("%[");
            assertThat(client.call("WATCH", "a")).isEqualTo("+OK");
            assertThat(other.call("FLUSHDB")).isEqualTo("+OK");
            assertThat(client.call("MULTI")).isEqualTo("+OK");
            assertThat(client.call("EXEC")).isEqualTo("nil");
        }
    }

    @ParameterizedTest
    @EnumSource
    void go_through_after_own_changes_and_reads_of_others(JournalKind journal) {
        try (QlessServer server = new QlessServer(journal)) {
            RespClient client = server.connect();
            assertThat(client.call("WATCH", "a")).isEqualTo("+OK");
            assertThat(client.call("FLUSHDB")).isEqualTo("+OK");
            assertThat(server.connect().call("INFO")).startsWith("\"#");
            assertThat(client.call("MULTI")).isEqualTo("+OK");
            assertThat(client.call("EXEC")).isEqualTo("*[]");
        }
    }

    @ParameterizedTest
    @EnumSource
    void have_a_limit(JournalKind journal) {
        try (QlessServer server = new QlessServer(journal)) {
            RespClient client = server.connect();
            assertThat(client.call("MULTI")).isEqualTo("+OK");
            String megabyte = "x".repeat(1_000_000);
            for (int i = 0; i < 5; i++) {
                assertThat(client.call("ECHO", megabyte)).isEqualTo("+QUEUED");
            }
            assertThat(client.call("ECHO", megabyte)).isEqualTo("-ERR the transaction is too big");
            assertThat(client.call("EXEC")).startsWith("-EXECABORT");
        }
    }
}
