package dev.reeve.door;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.server.testing.TcpServer;
import dev.reeve.server.testing.TestHttp;
import dev.reeve.testkit.ErrorLog;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fuzz target: requests to the Ocypod and Jobber doors of a real server, separated by null bytes, each a method and a path on
 * its first line and then the body. Every answer is one of HTTP with JSON in it, none is that of a server that stumbled, and the
 * next client is served.
 */
public final class HttpFuzz {
    private static final Pattern ANSWER =
            Pattern.compile("HTTP/1\\.[01] ([0-9]{3}) [^\r]*\r\n((?:[^\r\n]+\r\n)*)\r\n", Pattern.CASE_INSENSITIVE);
    private static final Pattern LENGTH = Pattern.compile("content-length: ([0-9]+)", Pattern.CASE_INSENSITIVE);
    private static final String HEALTH = "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    private static final int PATIENCE_MILLIS = 2_000;
    private static final long LONGEST_WAIT_MILLIS = 3_600_000;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final ErrorLog LOG = new ErrorLog();
    private static final TestServer SERVER = TcpServer.start(JournalKind.LOCAL);
    private static final TestHttp HTTP = new TestHttp(SERVER);

    private HttpFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) throws IOException {
        String text = new String(input, StandardCharsets.ISO_8859_1);
        StringBuilder requests = new StringBuilder();
        boolean asksForHeads = false;
        for (String request : text.split("\0", -1)) {
            String line = request.lines().findFirst().orElse("");
            String body = request.substring(Math.min(request.length(), line.length() + 1));
            asksForHeads |= line.startsWith("HEAD");
            requests.append(line).append(" HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n");
            requests.append("Content-Length: ")
                    .append(body.length())
                    .append("\r\n\r\n")
                    .append(body);
        }
        String answers = exchange(requests + HEALTH);
        LOG.requireNone();
        if (!asksForHeads) {
            check(answers);
        }
        check(exchange(HEALTH));
    }

    private static String exchange(String requests) throws IOException {
        ByteArrayOutputStream answers = new ByteArrayOutputStream();
        try (Socket socket =
                new Socket(HTTP.address().getAddress(), HTTP.address().getPort())) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write(requests.getBytes(StandardCharsets.ISO_8859_1));
            InputStream in = socket.getInputStream();
            byte[] piece = new byte[8 * 1024];
            int count = readPatiently(in, piece);
            while (count >= 0) {
                answers.write(piece, 0, count);
                count = readPatiently(in, piece);
            }
        }
        return answers.toString(StandardCharsets.ISO_8859_1);
    }

    /** Who waits for a job waits by a clock that stands still unless it is told to go on. */
    private static int readPatiently(InputStream in, byte[] into) throws IOException {
        try {
            return in.read(into);
        } catch (SocketTimeoutException waiting) {
            SERVER.advance(LONGEST_WAIT_MILLIS);
            return in.read(into);
        }
    }

    private static void check(String answers) throws IOException {
        Matcher answer = ANSWER.matcher(answers);
        int at = 0;
        while (at < answers.length()) {
            assertThat(answer.find(at) && answer.start() == at).as(answers).isTrue();
            int status = Integer.parseInt(answer.group(1));
            assertThat(status).as(answers).isNotEqualTo(500).isBetween(100, 503);
            Matcher length = LENGTH.matcher(answer.group(2));
            int end = answer.end() + (length.find() ? Integer.parseInt(length.group(1)) : 0);
            String body = answers.substring(answer.end(), end);
            if (!body.isEmpty()) {
                JSON.readTree(body.getBytes(StandardCharsets.ISO_8859_1));
            }
            at = end;
        }
    }
}
