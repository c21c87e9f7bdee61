package dev.reeve.door.qless;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.TestClient;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A client that sends requests as arrays and shows replies on one line each: {@code +OK}, {@code -ERR …}, {@code :1}, a bulk
 * string as its text in quotes, {@code nil} and {@code nil*} for missing values, {@code *["a", :1]} for an array; other types
 * with items have their own type sign.
 */
final class RespClient {
    private final TestClient socket;

    RespClient(TestClient socket) {
        this.socket = socket;
    }

    static String request(String... words) {
        StringBuilder text = new StringBuilder("*" + words.length + "\r\n");
        for (String word : words) {
            int length = word.getBytes(StandardCharsets.ISO_8859_1).length;
            text.append('$').append(length).append("\r\n").append(word).append("\r\n");
        }
        return text.toString();
    }

    RespClient send(String... words) {
        return sendRaw(request(words));
    }

    RespClient sendRaw(String text) {
        socket.sendRaw(text);
        return this;
    }

    /** Sends one request and returns its reply. */
    String call(String... words) {
        send(words);
        return reply();
    }

    RespClient expect(String... replies) {
        for (String reply : replies) {
            assertThat(reply()).isEqualTo(reply);
        }
        return this;
    }

    String reply() {
        String line = socket.readLine();
        String rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '+', '-', ':', ',' -> line;
            case '_' -> "nil";
            case '$' -> rest.equals("-1") ? "nil" : bulk(Integer.parseInt(rest));
            case '*' -> rest.equals("-1") ? "nil*" : items('*', Integer.parseInt(rest));
            case '%' -> items('%', 2 * Integer.parseInt(rest));
            case '~', '>' -> items(line.charAt(0), Integer.parseInt(rest));
            default -> throw new AssertionError("not a reply: " + line);
        };
    }

    private String bulk(int length) {
        String text = new String(socket.readBytes(length + 2), StandardCharsets.ISO_8859_1);
        assertThat(text).endsWith("\r\n");
        return '"' + text.substring(0, length) + '"';
    }

    private String items(char type, int count) {
        List<String> items = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            items.add(reply());
        }
        return type + "[" + String.join(", ", items) + "]";
    }

    TestClient socket() {
        return socket;
    }
}
