package dev.reeve.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

/** A client on a real socket that sends lines and expects lines. Text is bytes, one per character. */
public final class TestClient implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 10_000;

    private final Socket socket = new Socket();
    private final InputStream in;
    private final OutputStream out;
    private final AtomicLong sentToServer;

    /** Connects; sent bytes are also counted in {@code sentToServer}. */
    public TestClient(InetSocketAddress server, AtomicLong sentToServer, int receiveBufferBytes) throws IOException {
        if (receiveBufferBytes > 0) {
            socket.setReceiveBufferSize(receiveBufferBytes);
        }
        socket.connect(server);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(PATIENCE_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
        out = socket.getOutputStream();
        this.sentToServer = sentToServer;
    }

    /** Sends lines with their line ends. */
    public TestClient send(String... lines) {
        return sendRaw(String.join("\r\n", lines) + "\r\n");
    }

    public TestClient sendRaw(String text) {
        return sendRaw(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    public TestClient sendRaw(byte[] bytes) {
        try {
            out.write(bytes);
            out.flush();
            sentToServer.addAndGet(bytes.length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** Expects these lines, and reads no further. */
    public TestClient expect(String... lines) {
        for (String line : lines) {
            assertThat(readLine()).isEqualTo(line);
        }
        return this;
    }

    public String readLine() {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int last = -1;
        while (true) {
            int next = read();
            if (next < 0) {
                return fail("the connection was closed after <" + text(line) + ">");
            }
            if (next == '\n' && last == '\r') {
                return text(line).substring(0, line.size() - 1);
            }
            line.write(next);
            last = next;
        }
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.ISO_8859_1);
    }

    private int read() {
        try {
            return in.read();
        } catch (SocketTimeoutException e) {
            return fail("nothing came for " + PATIENCE_MILLIS + " ms");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public byte[] readBytes(int count) {
        try {
            return in.readNBytes(count);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Expects exactly these bytes, and reads no further. */
    public TestClient expectRaw(String text) {
        byte[] received = readBytes(text.length());
        assertThat(new String(received, StandardCharsets.ISO_8859_1)).isEqualTo(text);
        return this;
    }

    /** All bytes until the server closes the connection. */
    public String readToTheEnd() {
        try {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Expects that the server has closed the connection without sending more. */
    public void expectClosed() {
        assertThat(read()).as("end of the connection").isEqualTo(-1);
    }

    /** Expects that the connection ends in any way, without more bytes. */
    public void expectGone() {
        try {
            assertThat(in.read()).isEqualTo(-1);
        } catch (SocketTimeoutException e) {
            fail("the connection is still open");
        } catch (SocketException reset) {
            assertThat(reset).hasMessageContaining("reset");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Expects that nothing has been received so far. */
    public void expectNothing() {
        try {
            assertThat(in.available()).as("bytes received").isZero();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Half-closes the connection: sends nothing more, but keeps reading. */
    public TestClient endInput() {
        try {
            socket.shutdownOutput();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** Resets the connection, as a killed process does. */
    public void vanish() {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
