package dev.reeve.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** A client on a real socket that sends lines and expects lines. Text is bytes, one per character. */
public final class TestClient implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 60_000;

    private final Socket connection = new Socket();
    /** The connection itself, or TLS on top of it. */
    private final Socket socket;

    private final InputStream in;
    private final OutputStream out;
    private final AtomicLong sentToServer;

    /** Connects to a server of this machine. */
    public TestClient(int port) {
        this(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), new AtomicLong(), 0);
    }

    /** Connects; sent bytes are also counted in {@code sentToServer}. */
    public TestClient(InetSocketAddress server, AtomicLong sentToServer, int receiveBufferBytes) {
        this(server, sentToServer, receiveBufferBytes, null);
    }

    /** Connects with TLS to a server of this machine, and finishes the handshake; without versions, with any version. */
    public TestClient(int port, SSLContext tls, String... versions) {
        this(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), new AtomicLong(), 0, plain -> {
            SSLSocket over = (SSLSocket) tls.getSocketFactory().createSocket(plain, "127.0.0.1", port, true);
            if (versions.length > 0) {
                over.setEnabledProtocols(versions);
            }
            over.startHandshake();
            return over;
        });
    }

    /** Encrypts a connection. */
    private interface Encryption {
        Socket over(Socket plain) throws IOException;
    }

    private TestClient(
            InetSocketAddress server,
            AtomicLong sentToServer,
            int receiveBufferBytes,
            @Nullable Encryption encryption) {
        this.sentToServer = sentToServer;
        try {
            if (receiveBufferBytes > 0) {
                connection.setReceiveBufferSize(receiveBufferBytes);
            }
            connection.connect(server, PATIENCE_MILLIS);
            connection.setTcpNoDelay(true);
            connection.setSoTimeout(PATIENCE_MILLIS);
            socket = encryption == null ? connection : encryption.over(connection);
            in = new BufferedInputStream(socket.getInputStream());
            out = socket.getOutputStream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends lines with their line ends. */
    public TestClient send(String... lines) {
        return sendRaw(String.join("\r\n", lines) + "\r\n");
    }

    /** Sends lines and returns the next line that comes. */
    public String ask(String... lines) {
        return send(lines).readLine();
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

    /** The text before the next CR LF. */
    public String readLine() {
        StringBuilder line = new StringBuilder(readUntil('\n'));
        while (line.length() == 0 || line.charAt(line.length() - 1) != '\r') {
            line.append('\n').append(readUntil('\n'));
        }
        return line.substring(0, line.length() - 1);
    }

    /** The text before the next such byte. */
    public String readUntil(char end) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        int next;
        while ((next = read()) != end) {
            if (next < 0) {
                throw closedAfter(text.toByteArray());
            }
            text.write(next);
        }
        return text(text.toByteArray());
    }

    private static UncheckedIOException closedAfter(byte[] received) {
        return new UncheckedIOException(new EOFException("the connection was closed after <" + text(received) + ">"));
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
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

    /** As many bytes as this, unless the connection ends earlier. */
    public byte[] readBytes(int count) {
        try {
            return in.readNBytes(count);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String readText(int bytes) {
        byte[] received = readBytes(bytes);
        if (received.length < bytes) {
            throw closedAfter(received);
        }
        return text(received);
    }

    /** Expects exactly these bytes, and reads no further. */
    public TestClient expectRaw(String text) {
        assertThat(text(readBytes(text.length()))).isEqualTo(text);
        return this;
    }

    /** All bytes until the server closes the connection. */
    public String readToTheEnd() {
        try {
            return text(in.readAllBytes());
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

    /** The session of TLS. */
    public SSLSession tlsSession() {
        return ((SSLSocket) socket).getSession();
    }

    /** Sends bytes below TLS, as an attacker on the way could. */
    public void sendBelowTls(byte[] bytes) {
        try {
            connection.getOutputStream().write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends the output of the connection below TLS, without telling TLS. */
    public TestClient endConnectionInput() {
        try {
            connection.shutdownOutput();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** Resets the connection, as a killed process does. */
    public void vanish() {
        try {
            connection.setSoLinger(true, 0);
            connection.close();
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
