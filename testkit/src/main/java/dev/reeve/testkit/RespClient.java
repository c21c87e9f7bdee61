package dev.reeve.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

/**
 * A client of Redis that sends requests as arrays and shows replies on one line each: {@code +OK}, {@code -ERR …}, {@code :1}, a bulk
 * string as its text in quotes, {@code nil} and {@code nil*} for missing values, {@code *["a", :1]} for an array; other types
 * with items have their own type sign.
 */
public final class RespClient {
    private final TestClient socket;

    public RespClient(TestClient socket) {
        this.socket = socket;
    }

    public RespClient send(String... words) {
        return sendRaw(QlessRequests.command(words));
    }

    public RespClient sendRaw(String text) {
        socket.sendRaw(text);
        return this;
    }

    /** Sends one request and returns its reply. */
    public String call(String... words) {
        send(words);
        return reply();
    }

    public RespClient expect(String... replies) {
        for (String reply : replies) {
            assertThat(reply()).isEqualTo(reply);
        }
        return this;
    }

    public String reply() {
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
        String text = socket.readText(length);
        Violation.unless("", socket.readLine());
        return '"' + text + '"';
    }

    private String items(char type, int count) {
        List<String> items = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            items.add(reply());
        }
        return type + "[" + String.join(", ", items) + "]";
    }

    public TestClient socket() {
        return socket;
    }
}
