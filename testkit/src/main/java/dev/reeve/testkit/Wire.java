package dev.reeve.testkit;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A socket whose input and output are text, one byte per character. */
public final class Wire implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 60_000;

    private final Socket socket = new Socket();
    private final InputStream in;

    public Wire(int port) throws IOException {
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.setTcpNoDelay(true);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
    }

    public Wire send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    public Wire send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    public String line() throws IOException {
        StringBuilder line = new StringBuilder();
        int next;
        while ((next = in.read()) != '\n') {
            if (next < 0) {
                throw new EOFException("closed after <" + line + ">");
            }
            line.append((char) next);
        }
        return line.toString().strip();
    }

    public String read(int bytes) throws IOException {
        return new String(in.readNBytes(bytes), StandardCharsets.ISO_8859_1);
    }

    /** All bytes until the server closes the connection. */
    public String readToTheEnd() throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    /** Sends an HTTP request and returns status and body. */
    public String http(String request, String json) throws IOException {
        send(request + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: " + json.length()
                + "\r\n\r\n" + json);
        String status = line().split(" ", 3)[1];
        int length = 0;
        for (String header = line(); !header.isEmpty(); header = line()) {
            if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(header.substring(15).strip());
            }
        }
        return (status + " " + read(length)).strip();
    }

    /** Sends a Redis request and returns the first line and the text of the reply. */
    public String redis(String... words) throws IOException {
        send(redisRequest(words));
        String head = line();
        if (!head.startsWith("$") || head.equals("$-1")) {
            return head;
        }
        String body = read(Integer.parseInt(head.substring(1)));
        line();
        return body;
    }

    public static String redisRequest(String... words) {
        StringBuilder text = new StringBuilder("*" + words.length + "\r\n");
        for (String word : words) {
            text.append('$').append(word.length()).append("\r\n").append(word).append("\r\n");
        }
        return text.toString();
    }

    /** Sends a qless call. */
    public String qless(String... words) throws IOException {
        String[] all = new String[words.length + 4];
        all[0] = "EVAL";
        all[1] = "-- QlessAPI";
        all[2] = "0";
        all[3] = words[0];
        all[4] = Double.toString(System.currentTimeMillis() / 1000.0);
        System.arraycopy(words, 1, all, 5, words.length - 1);
        return redis(all);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
