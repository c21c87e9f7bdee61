package dev.reeve.door.workq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.testkit.TestClient;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Payloads arrive complete for any split into packets and any content. */
class PayloadTest {
    private static final String ID = "6ba7b810-9dad-11d1-80b4-00c04fd430c4";
    private static final int MEBIBYTE = 1024 * 1024;

    private static final String TALK = "add " + ID + " ping 1000 60000 10 -priority=1\r\n"
            + "\r\n\0del\r\n\n\377\r\n"
            + "lease ping 0\r\n"
            + "complete " + ID + " 4\r\n\r\n\r\n\r\n"
            + "add x ping 1000 60000 6\r\ndelete\r\n"
            + "result " + ID + " 0\r\n"
            + "delete " + ID + "\r\n";
    private static final String REPLIES = "+OK\r\n"
            + "+OK 1\r\n" + ID + " ping 10\r\n\r\n\0del\r\n\n\377\r\n"
            + "+OK\r\n"
            + "-CLIENT-ERROR Invalid ID\r\n"
            + "+OK 1\r\n" + ID + " 1 4\r\n\r\n\r\n\r\n"
            + "+OK\r\n";

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void may_be_cut_at_every_byte(JournalKind kind) {
        try (TestServer server = WorkqServer.start(kind)) {
            TestClient client = server.connect();
            for (int cut = 1; cut < TALK.length(); cut++) {
                client.sendRaw(TALK.substring(0, cut));
                server.settle();
                client.sendRaw(TALK.substring(cut));
                assertThat(read(client)).as("cut at %d", cut).isEqualTo(REPLIES);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void may_come_byte_by_byte(JournalKind kind) {
        try (TestServer server = WorkqServer.start(kind)) {
            TestClient client = server.connect();
            for (int i = 0; i < TALK.length(); i++) {
                client.sendRaw(TALK.substring(i, i + 1));
                server.settle();
            }
            assertThat(read(client)).isEqualTo(REPLIES);
        }
    }

    private static String read(TestClient client) {
        return new String(client.readBytes(REPLIES.length()), StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void of_a_mebibyte_go_in_and_out(JournalKind kind) {
        byte[] payload = randomBytes(1);
        byte[] result = randomBytes(2);
        try (TestServer server = WorkqServer.start(kind)) {
            TestClient client = server.connect();
            client.send("add " + ID + " ping 1000 60000 1048576")
                    .sendRaw(payload)
                    .sendRaw("\r\n");
            client.expect("+OK");
            client.send("lease ping 0", "inspect job " + ID);
            client.expect("+OK 1", ID + " ping 1048576");
            assertThat(client.readBytes(MEBIBYTE)).isEqualTo(payload);
            client.expect("", "+OK 1", ID + " 12", "name ping", "ttr 1000", "ttl 60000", "payload-size 1048576");
            assertThat(client.readBytes("payload ".length() + MEBIBYTE)).endsWith(payload);
            client.expect("", "max-attempts 0", "attempts 1", "max-fails 0", "fails 0", "priority 0", "state 4");
            client.expect("created 2016-06-01T00:00:00Z");
            client.send("complete " + ID + " 1048576").sendRaw(result).sendRaw("\r\n");
            client.expect("+OK");
            client.send("result " + ID + " 0", "result " + ID + " 0");
            for (int i = 0; i < 2; i++) {
                client.expect("+OK 1", ID + " 1 1048576");
                assertThat(client.readBytes(MEBIBYTE)).isEqualTo(result);
                client.expect("");
            }
        }
    }

    @Test
    void above_the_limit_are_thrown_away_up_to_16_mebibytes() {
        byte[] commands = new byte[16 * MEBIBYTE];
        Arrays.fill(commands, (byte) '\n');
        try (TestServer server = WorkqServer.start(JournalKind.LOCAL)) {
            TestClient client = server.connect();
            client.send("add " + ID + " ping 1000 60000 1048577")
                    .sendRaw(Arrays.copyOf(commands, MEBIBYTE + 1))
                    .sendRaw("\r\n");
            client.send("fail " + ID + " 16777216").sendRaw(commands).sendRaw("\r\n");
            client.send("delete " + ID);
            client.expect("-CLIENT-ERROR Invalid payload size", "-CLIENT-ERROR Invalid result size", "-NOT-FOUND");
            assertThat(server.memoryBudget().input().usedBytes()).isLessThan(64 * 1024);
        }
    }

    @Test
    void beyond_that_end_the_connection_with_a_reply_even_while_the_client_sends() {
        try (TestServer server = WorkqServer.start(JournalKind.LOCAL)) {
            TestClient client = server.connect();
            client.send("add " + ID + " ping 1000 60000 16777217").sendRaw(new byte[4 * MEBIBYTE]);
            client.expect("-CLIENT-ERROR Invalid payload size");
            client.expectClosed();
        }
    }

    @Test
    void announced_but_not_sent_cost_nothing() {
        try (TestServer server = WorkqServer.start(JournalKind.LOCAL)) {
            for (int i = 0; i < 100; i++) {
                server.connect().send("complete " + ID + " 1048576").sendRaw("x");
            }
            server.settle();
            assertThat(server.memoryBudget().input().usedBytes()).isBetween(100L, 100 * 8 * 1024L);
        }
    }

    private static byte[] randomBytes(long seed) {
        byte[] bytes = new byte[MEBIBYTE];
        new SplittableRandom(seed).nextBytes(bytes);
        return bytes;
    }
}
