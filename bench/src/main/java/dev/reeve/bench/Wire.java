package dev.reeve.bench;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A connection to a line-based door. */
final class Wire implements Closeable {
    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final StringBuilder line = new StringBuilder();

    Wire(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
        out = new BufferedOutputStream(socket.getOutputStream(), 1 << 16);
    }

    void send(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    void flush() throws IOException {
        out.flush();
    }

    /** The next line, without its end. */
    String line() throws IOException {
        line.setLength(0);
        int next;
        while ((next = in.read()) != '\n') {
            if (next < 0) {
                throw new EOFException();
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    String expect(String start) throws IOException {
        String got = line();
        if (!got.startsWith(start)) {
            throw new IOException("expected " + start + ", but got " + got);
        }
        return got;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
