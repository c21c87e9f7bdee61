package dev.reeve.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.door.goqueue.GoqueueDoor;
import dev.reeve.door.goqueue.GoqueueSettings;
import dev.reeve.door.workq.WorkqDoor;
import dev.reeve.door.workq.WorkqSettings;
import dev.reeve.net.InMemoryDoor;
import dev.reeve.net.RefusalLog;
import dev.reeve.testkit.LogLines;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A web page can make a browser send a request to any port. The two doors of plain TCP execute nothing of it. */
class HttpAtTcpDoorsTest {
    private static final String ADD = "add 00000000-0000-4000-8000-000000000001 q 1000 60000 1\r\nx\r\n";
    private static final String ADD_FRAME = "ADD\0q\0\0\0\0\0\1\0\0\0\1\0\0\0x";
    private static final int LONGEST_LINE = 8 * 1024;
    private static final int LONGEST_WORD = 1024;

    @SuppressWarnings("ImmutableEnumChecker") // A maker is a lambda without state.
    private enum Door {
        WORKQ(
                (node, connections) -> new WorkqDoor(node, connections, WorkqSettings.DEFAULTS),
                ADD,
                "+OK\r\n",
                LONGEST_LINE),
        WORKQ_TTR(
                (node, connections) -> new WorkqDoor(node, connections, WorkqSettings.DEFAULTS).withTtr(),
                ADD,
                "+OK\r\n",
                LONGEST_LINE),
        GOQUEUE(
                (node, connections) -> new GoqueueDoor(node, GoqueueSettings.DEFAULTS),
                ADD_FRAME,
                "ADDED\0\1\0\0\0\0\0\0\0",
                LONGEST_WORD);

        private final InMemoryDoor.Maker maker;
        private final String add;
        private final String added;
        private final int longest;

        Door(InMemoryDoor.Maker maker, String add, String added, int longest) {
            this.maker = maker;
            this.add = add;
            this.added = added;
            this.longest = longest;
        }

        String label() {
            return this == GOQUEUE ? "goqueue" : "workq";
        }

        List<String> requests() {
            String target = "/" + "x".repeat(longest - "GET / HTTP/1.".length());
            return List.of(
                    "POST / HTTP/1.1\r\n" + add,
                    "GET /a?b HTTP/1.0\r\n\r\n" + add,
                    "PUT /\u00ff HTTP/1.1\r\nContent-Length: 99\r\n\r\n" + add,
                    "HEAD http://x/ HTTP/1.1\r\n" + add,
                    "DELETE /x HTTP/1.1\r\n" + add,
                    "OPTIONS * HTTP/1.1\r\n" + add,
                    "PATCH / HTTP/1.1\r\n" + add,
                    "CONNECT x:1 HTTP/1.1\r\n" + add,
                    "PROPFIND / HTTP/1.1\r\n" + add,
                    "GET " + target + " HTTP/1.1\r\n" + add,
                    "Host: x\r\n" + add,
                    "host:x\r\n" + add);
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_http_request_ends_the_connection_however_its_bytes_are_split(Door door) {
        for (String request : door.requests()) {
            for (int split = 0; split <= Math.min(40, request.length()); split++) {
                assertRefused(door, request.substring(0, split), request.substring(split));
            }
            assertRefused(door, request.split("", -1));
        }
    }

    private static void assertRefused(Door door, String... pieces) {
        try (LogLines log = new LogLines(RefusalLog.class)) {
            InMemoryDoor server = new InMemoryDoor(door.maker);
            InMemoryDoor.Client client = server.connect();
            for (String piece : pieces) {
                client.send(bytes(piece));
            }
            assertThat(text(client)).isEmpty();
            client.endInput();
            assertThat(client.isClosed()).isTrue();
            assertThat(server.engine().jobCount()).isZero();
            // Doors of other tests may still report their counts.
            assertThat(log.told())
                    .containsOnlyOnce(door.label() + " disconnected connections: they sent HTTP requests");
            assertThat(text(server.connect().send(bytes(door.add)))).isEqualTo(door.added);
        }
    }

    @ParameterizedTest
    @EnumSource
    void the_end_of_the_request_is_not_waited_for(Door door) {
        InMemoryDoor.Client client = new InMemoryDoor(door.maker).connect();
        client.send(bytes("POST / HTTP/1"));
        assertThat(client.isClosed()).isFalse();
        client.send(bytes("."));
        assertThat(client.isClosed()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void a_longer_request_line_executes_nothing_either(Door door) {
        InMemoryDoor server = new InMemoryDoor(door.maker);
        InMemoryDoor.Client client = server.connect();
        client.send(bytes("GET /" + "x".repeat(door.longest) + " HTTP/1.1\r\n" + door.add));
        client.endInput();
        assertThat(client.isClosed()).isTrue();
        assertThat(server.engine().jobCount()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET / FTP/1.1 | -CLIENT-ERROR Unknown command",
                "GET /  HTTP/1.1 | -CLIENT-ERROR Unknown command",
                "GET HTTP/1.1 | -CLIENT-ERROR Unknown command",
                "GET / HTTP/2 | -CLIENT-ERROR Unknown command",
                "get / HTTP/1.1 | -CLIENT-ERROR Unknown command",
                "DELETE 00000000-0000-4000-8000-000000000001 | -CLIENT-ERROR Unknown command",
                "Hosts: x | -CLIENT-ERROR Unknown command",
                "delete 00000000-0000-4000-8000-000000000001 | -NOT-FOUND",
                "inspect job HTTP/1.1 | -CLIENT-ERROR Invalid ID",
            })
    void any_other_line_of_workq_is_answered(String line, String reply) {
        InMemoryDoor server = new InMemoryDoor(Door.WORKQ.maker);
        InMemoryDoor.Client client = server.connect().send(bytes(line + "\r\n" + ADD));
        assertThat(text(client)).isEqualTo(reply + "\r\n+OK\r\n");
        assertThat(client.isClosed()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"CONNECT, OK", "GET, ERROR Unknown Command GET", "POST, ERROR Unknown Command POST"})
    void any_other_word_of_go_job_queue_is_answered(String word, String reply) {
        InMemoryDoor.Client client = new InMemoryDoor(Door.GOQUEUE.maker).connect();
        client.send(bytes(word + "\0" + ADD_FRAME));
        assertThat(text(client)).isEqualTo(reply.replaceFirst("ERROR ", "ERROR\0") + "\0ADDED\0\1\0\0\0\0\0\0\0");
        assertThat(client.isClosed()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"Host: x", "HOST:x"})
    void a_host_line_ends_a_workq_connection_at_any_place(String host) {
        InMemoryDoor server = new InMemoryDoor(Door.WORKQ.maker);
        InMemoryDoor.Client client = server.connect();
        client.send(bytes("inspect queue nobody\r\nGET / HTTP/1.1\r\n" + host + "\r\n" + ADD));
        client.endInput();
        assertThat(text(client)).isEqualTo("-NOT-FOUND\r\n-CLIENT-ERROR Unknown command\r\n");
        assertThat(client.isClosed()).isTrue();
        assertThat(server.engine().jobCount()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"Host: x", "GET / HTTP/1.1"})
    void a_payload_may_have_any_bytes(String payload) {
        InMemoryDoor.Client client = new InMemoryDoor(Door.WORKQ.maker).connect();
        client.send(bytes(ADD.replace(" 1\r\nx", " " + payload.length() + "\r\n" + payload)));
        assertThat(text(client)).isEqualTo("+OK\r\n");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String text(InMemoryDoor.Client client) {
        return new String(client.received(), StandardCharsets.ISO_8859_1);
    }
}
