package dev.reeve.server.webhook;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * Sends one request on one connection to a given address, and reads no more of the answer than its status. The address is that
 * of the caller and not looked up again; a certificate is checked against the name in the URL. Redirects are not followed.
 *
 * <p>Invariant: a call ends within the time limit, however slowly the other side answers.
 */
final class WebhookClient implements AutoCloseable {
    private static final int MOST_ANSWER_BYTES = 16 * 1024;
    private static final int HTTPS_PORT = 443;
    private static final int HTTP_PORT = 80;

    private final SSLContext tls;
    private final int timeoutMillis;
    private final ScheduledExecutorService limits = Executors.newSingleThreadScheduledExecutor(WebhookClient::thread);

    WebhookClient(SSLContext tls, int timeoutMillis) {
        this.tls = tls;
        this.timeoutMillis = timeoutMillis;
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "reeve-webhook-limits");
        thread.setDaemon(true);
        return thread;
    }

    /** Posts the body. Returns the status of the answer. */
    int post(URI url, InetAddress address, List<String> headers, byte[] body) throws IOException {
        Socket plain = new Socket();
        AtomicBoolean over = new AtomicBoolean();
        Runnable end = () -> {
            over.set(true);
            close(plain);
        };
        ScheduledFuture<?> limit = limits.schedule(end, timeoutMillis, TimeUnit.MILLISECONDS);
        try (plain) {
            plain.connect(new InetSocketAddress(address, port(url)), timeoutMillis);
            Socket socket = isSecure(url) ? secured(plain, url) : plain;
            OutputStream out = socket.getOutputStream();
            out.write(head(url, headers, body.length));
            out.write(body);
            out.flush();
            return status(socket.getInputStream());
        } catch (IOException e) {
            if (over.get()) {
                throw (IOException)
                        new SocketTimeoutException("no answer within " + timeoutMillis + " ms").initCause(e);
            }
            throw e;
        } finally {
            limit.cancel(false);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // The call that uses the socket ends with an exception of its own.
        }
    }

    private static boolean isSecure(URI url) {
        return "https".equalsIgnoreCase(url.getScheme());
    }

    private static int port(URI url) {
        return url.getPort() >= 0 ? url.getPort() : isSecure(url) ? HTTPS_PORT : HTTP_PORT;
    }

    private SSLSocket secured(Socket plain, URI url) throws IOException {
        SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket(plain, url.getHost(), port(url), true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    private static byte[] head(URI url, List<String> headers, int length) {
        String path = url.getRawPath().isEmpty() ? "/" : url.getRawPath();
        StringBuilder head = new StringBuilder("POST ")
                .append(path)
                .append(url.getRawQuery() == null ? "" : "?" + url.getRawQuery())
                .append(" HTTP/1.1\r\nHost: ")
                .append(url.getHost())
                .append(url.getPort() < 0 ? "" : ":" + url.getPort())
                .append("\r\nConnection: close\r\nContent-Length: ")
                .append(length)
                .append("\r\n");
        headers.forEach(header -> head.append(header).append("\r\n"));
        return head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    /** The status of the answer, after interim ones. */
    private static int status(InputStream in) throws IOException {
        int read = 0;
        while (read < MOST_ANSWER_BYTES) {
            String line = line(in);
            if (!line.matches("HTTP/1\\.[01] [1-9][0-9]{2}( .*)?")) {
                throw new ProtocolException("the answer is not HTTP/1.1");
            }
            int status = Integer.parseInt(line.substring(9, 12));
            if (status >= 200) {
                return status;
            }
            read += line.length();
            while (!line.isEmpty() && read < MOST_ANSWER_BYTES) {
                line = line(in);
                read += line.length() + 2;
            }
        }
        throw new ProtocolException("the answer has too many lines before its status");
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int b;
        while ((b = in.read()) != '\n') {
            if (b < 0 || line.size() == MOST_ANSWER_BYTES) {
                throw new ProtocolException(
                        b < 0
                                ? "the connection was closed before the answer"
                                : "the answer has a line that is too long");
            }
            line.write(b);
        }
        return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
    }

    @Override
    public void close() {
        limits.shutdownNow();
    }
}
