package dev.reeve.door.qless;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.net.testing.JournalKind;
import dev.reeve.testkit.QlessRequests;
import dev.reeve.testkit.RespClient;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that violate the protocol or stop in a request get an error or a clean close. Other clients are not affected. */
@Timeout(60)
class HostileClientsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "*1\r\n$2147483647\r\n",
                "*2147483647\r\n$4\r\nPING\r\n",
                "*2\r\n*1\r\n$4\r\nPING\r\n$1\r\na\r\n",
                "*1\r\n$-5\r\n",
                "*1\r\n$4\r\nPINGPONG\r\n",
                "PING \"\r\n",
            })
    void malformed_requests_are_answered_and_the_connection_closed(String bytes) {
        try (QlessServer server = new QlessServer(JournalKind.LOCAL)) {
            RespClient client = server.connect();
            client.sendRaw("PING\r\n" + bytes + "PING\r\n").expect("+PONG");
            assertThat(client.reply()).startsWith("-ERR Protocol error: ");
            client.socket().expectClosed();
            assertThat(server.connect().call("PING")).isEqualTo("+PONG");
        }
    }

    @ParameterizedTest
    @EnumSource
    void replies_in_order_also_to_requests_sent_byte_by_byte(JournalKind journal) {
        try (QlessServer server = new QlessServer(journal)) {
            RespClient client = server.connect();
            String requests = QlessRequests.command("FLUSHDB")
                    + QlessRequests.command("ECHO", "a")
                    + "PING x\r\n"
                    + QlessRequests.command("INFO")
                    + QlessRequests.command("ECHO", "b");
            for (int i = 0; i < requests.length(); i++) {
                client.sendRaw(requests.substring(i, i + 1));
            }
            client.expect("+OK", "\"a\"", "\"x\"");
            assertThat(client.reply()).startsWith("\"# Server");
            client.expect("\"b\"");
        }
    }

    @ParameterizedTest
    @EnumSource
    void many_requests_at_once_are_all_answered(JournalKind journal) {
        try (QlessServer server = new QlessServer(journal)) {
            RespClient client = server.connect();
            StringBuilder requests = new StringBuilder();
            for (int i = 0; i < 5000; i++) {
                requests.append(QlessRequests.command(i % 50 == 0 ? "FLUSHDB" : "PING"));
            }
            client.sendRaw(requests.toString());
            for (int i = 0; i < 5000; i++) {
                assertThat(client.reply()).isEqualTo(i % 50 == 0 ? "+OK" : "+PONG");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_megabyte_comes_back(JournalKind journal) {
        try (QlessServer server = new QlessServer(journal)) {
            String megabyte = "x".repeat(1024 * 1024);
            assertThat(server.connect().call("ECHO", megabyte)).isEqualTo('"' + megabyte + '"');
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_request_half_sent_disturbs_nobody(JournalKind journal) {
        try (QlessServer server = new QlessServer(journal)) {
            RespClient half = server.connect();
            half.sendRaw("*2\r\n$4\r\nECHO\r\n$1048576\r\nabc");
            RespClient gone = server.connect();
            gone.sendRaw("*3\r\n$4\r\nEC").socket().vanish();
            RespClient ended = server.connect();
            ended.sendRaw("PING\r\n*2\r\n$4\r\nECHO\r\n$3\r\nab").socket().endInput();
            ended.expect("+PONG").socket().expectClosed();
            server.server().settle();
            assertThat(server.connect().call("PING")).isEqualTo("+PONG");
            half.socket().expectNothing();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST / HTTP/1.1\r\nHost: x\r\n\r\n", "Host: x\r\n", "post x\r\n"})
    void a_browser_is_shown_the_door(String bytes) {
        try (QlessServer server = new QlessServer(JournalKind.LOCAL)) {
            server.connect().sendRaw(bytes).socket().expectGone();
            assertThat(server.connect().call("PING")).isEqualTo("+PONG");
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void garbage_does_no_harm(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        try (QlessServer server = new QlessServer(JournalKind.LOCAL)) {
            RespClient witness = server.connect();
            for (int round = 0; round < 50; round++) {
                byte[] garbage = new byte[random.nextInt(1, 500)];
                for (int i = 0; i < garbage.length; i++) {
                    garbage[i] = (byte)
                            (random.nextInt(3) == 0 ? random.nextInt() : "*$123\r\n\" PIN".charAt(random.nextInt(12)));
                }
                RespClient client = server.connect();
                client.socket().sendRaw(garbage).vanish();
                assertThat(witness.call("PING")).isEqualTo("+PONG");
            }
        }
    }
}
