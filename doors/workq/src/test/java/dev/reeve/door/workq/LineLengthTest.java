package dev.reeve.door.workq;

import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.testkit.TestClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A request line has at most 8 KiB including its line end, or 64 KiB for {@code lease} with many names. */
class LineLengthTest {
    private static final int SHORT = 8 * 1024;
    private static final int LONG = 64 * 1024;
    private static final String FIRST = "00000000-0000-4000-8000-000000000001";
    private static final String SECOND = "00000000-0000-4000-8000-000000000002";

    private final TestServer server = WorkqServer.start(JournalKind.LOCAL);
    private final TestClient client = server.connect();

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void a_line_may_have_8_kibibytes() {
        client.sendRaw(padded("delete 6ba7b810-9dad-11d1-80b4-00c04fd430c4", SHORT));
        client.expect("-NOT-FOUND");
    }

    @Test
    void a_longer_one_ends_the_connection() {
        client.sendRaw(padded("delete 6ba7b810-9dad-11d1-80b4-00c04fd430c4", SHORT + 1));
        client.expect("-CLIENT-ERROR Invalid command args");
        client.expectClosed();
    }

    @Test
    void its_end_is_not_waited_for() {
        client.sendRaw("x".repeat(SHORT));
        server.settle();
        client.expectNothing();
        client.sendRaw("x");
        client.expect("-CLIENT-ERROR Invalid command args");
        client.expectClosed();
    }

    @Test
    void a_lease_may_have_64_kibibytes() {
        client.sendRaw(padded("lease " + "n ".repeat(LONG / 2 - 100) + "0", LONG));
        client.expect("-TIMEOUT");
    }

    @Test
    void a_longer_lease_ends_the_connection() {
        client.sendRaw("lease " + "n ".repeat(LONG));
        client.expect("-CLIENT-ERROR Invalid command args");
        client.expectClosed();
    }

    @Test
    void what_only_begins_like_a_lease_is_none() {
        client.sendRaw("leases " + "n ".repeat(SHORT));
        client.expect("-CLIENT-ERROR Invalid command args");
        client.expectClosed();
    }

    @Test
    void a_lease_of_64_kibibytes_may_come_in_pieces_behind_one_that_waits() {
        String line = padded("lease " + "other ".repeat(9_000) + "ping 1000", LONG);
        client.send("lease ping 1000");
        for (int at = 0; at < line.length(); at += 1000) {
            client.sendRaw(line.substring(at, Math.min(line.length(), at + 1000)));
        }
        TestClient other = server.connect();
        other.send("add " + FIRST + " ping 1000 60000 1", "x", "add " + SECOND + " ping 1000 60000 1", "y");
        client.expect("+OK 1", FIRST + " ping 1", "x", "+OK 1", SECOND + " ping 1", "y");
    }

    private static String padded(String command, int length) {
        return command + " ".repeat(length - 2 - command.length()) + "\r\n";
    }
}
