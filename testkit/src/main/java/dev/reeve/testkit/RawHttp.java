package dev.reeve.testkit;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** An HTTP connection that sends given bytes unchanged. */
public final class RawHttp implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 20_000;

    private final Socket socket;
    private final InputStream in;

    /** A response; header names are in lower case. */
    public record Answer(int status, Map<String, String> headers, String body) {}

    public RawHttp(InetSocketAddress server) throws IOException {
        socket = new Socket(server.getAddress(), server.getPort());
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** Sends lines with CR LF, followed by an empty line. */
    public RawHttp request(String... lines) throws IOException {
        return send(String.join("\r\n", lines) + "\r\n\r\n");
    }

    public RawHttp requestWithBody(String line, String json) throws IOException {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        send(line + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: " + body.length
                + "\r\n\r\n" + json);
        return this;
    }

    public RawHttp send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.UTF_8));
    }

    public RawHttp send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    public Answer read() throws IOException {
        String line = line();
        int status = Integer.parseInt(line.substring(9, 12));
        Map<String, String> headers = new TreeMap<>();
        for (line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        byte[] body = in.readNBytes(length);
        if (body.length < length) {
            throw new EOFException("the connection was closed after " + body.length + " of " + length + " bytes");
        }
        return new Answer(status, headers, new String(body, StandardCharsets.UTF_8));
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next;
        while ((next = in.read()) != '\n') {
            if (next < 0) {
                throw new EOFException("the connection was closed after <" + line + ">");
            }
            if (next != '\r') {
                line.write(next);
            }
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    /** Whether the server closes the connection without sending more. */
    public boolean isClosed() throws IOException {
        return in.read() < 0;
    }

    /** Resets the connection, as a killed process does. */
    public void vanish() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
