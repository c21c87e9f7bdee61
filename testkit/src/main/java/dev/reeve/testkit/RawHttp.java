package dev.reeve.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** An HTTP connection that sends given bytes unchanged. */
public final class RawHttp implements AutoCloseable {
    private final TestClient socket;
    private final String header;

    /** A response; header names are in lower case. */
    public record Answer(int status, Map<String, String> headers, String body) {}

    public RawHttp(int port) {
        this(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    public RawHttp(InetSocketAddress server) {
        this(new TestClient(server, new AtomicLong(), 0));
    }

    /** Uses a connection that is open. */
    public RawHttp(TestClient socket) {
        this(socket, "");
    }

    /** Uses a connection that is open, and adds a header to every call of a door. */
    public RawHttp(TestClient socket, String header) {
        this.socket = socket;
        this.header = header.isEmpty() ? "" : "\r\n" + header;
    }

    public Answer call(HttpDoorRequest call) {
        String text = new String(call.encode(), StandardCharsets.UTF_8);
        int end = text.indexOf("\r\n");
        return send(text.substring(0, end) + header + text.substring(end)).read();
    }

    /** Expects one of these statuses. A server that cannot serve now may have executed the request or not: the connection counts as lost. */
    public Answer call(HttpDoorRequest call, int... statuses) {
        Answer answer = call(call);
        if (answer.status() == 503) {
            throw new UncheckedIOException(new IOException(call + " was answered " + answer));
        }
        if (IntStream.of(statuses).noneMatch(status -> status == answer.status())) {
            throw new Violation(call + " was answered " + answer);
        }
        return answer;
    }

    /** Sends lines with CR LF, followed by an empty line. */
    public RawHttp request(String... lines) {
        return send(String.join("\r\n", lines) + "\r\n\r\n");
    }

    public RawHttp requestWithBody(String line, String json) {
        int space = line.indexOf(' ');
        return send(HttpDoorRequest.of(line.substring(0, space), line.substring(space + 1), json)
                .encode());
    }

    public RawHttp send(String text) {
        return send(text.getBytes(StandardCharsets.UTF_8));
    }

    public RawHttp send(byte[] bytes) {
        socket.sendRaw(bytes);
        return this;
    }

    public Answer read() {
        int status = Integer.parseInt(socket.readLine().substring(9, 12));
        Map<String, String> headers = new TreeMap<>();
        for (String line = socket.readLine(); !line.isEmpty(); line = socket.readLine()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        String body = socket.readText(Integer.parseInt(headers.getOrDefault("content-length", "0")));
        return new Answer(
                status, headers, new String(body.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8));
    }

    /** Whether the server closes the connection without sending more. */
    public boolean isClosed() {
        return socket.readBytes(1).length == 0;
    }

    /** Resets the connection, as a killed process does. */
    public void vanish() {
        socket.vanish();
    }

    @Override
    public void close() {
        socket.close();
    }
}
