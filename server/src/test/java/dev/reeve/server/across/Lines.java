package dev.reeve.server.across;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A Workq client that sends given lines. */
final class Lines implements AutoCloseable {
    private static final int MILLIS_PATIENCE = 60_000;

    private final Socket socket;
    private final BufferedReader in;

    Lines(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(MILLIS_PATIENCE);
        in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    void send(String line) throws IOException {
        socket.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.UTF_8));
    }

    String line() throws IOException {
        return in.readLine();
    }

    String ask(String line) throws IOException {
        send(line);
        return line();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
