package dev.reeve.campaign.attack;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.RawHttp;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Malformed, ambiguous and mutated HTTP requests, and requests that a web page causes. Whatever is answered with success,
 * nothing may be created by a request that says it comes from a page of another origin.
 */
record RequestAttacks(int count, long seed) {
    private static final String HOST = "Host: localhost\r\n";
    private static final String FOREIGN = "Origin: https://evil.example\r\nSec-Fetch-Site: cross-site\r\n";
    private static final int ANSWER_MILLIS = 200;
    private static final int ANSWER_BYTES = 64 * 1024;

    private static final List<String> LINES = List.of(
            "GET /queue HTTP/1.1\r\n",
            "GET /livez HTTP/1.1\r\n",
            "POST /jobber/queue HTTP/1.1\r\n",
            "PUT /queue/mutant HTTP/1.1\r\n",
            "DELETE /queue/mutant HTTP/1.1\r\n",
            "POST /queue/mutant/job HTTP/1.1\r\n",
            "PATCH /job/1 HTTP/1.1\r\n",
            "GET /job/1/output HTTP/1.0\r\n",
            "OPTIONS * HTTP/1.1\r\n",
            "GET http://localhost/info HTTP/1.1\r\n");
    private static final List<String> HEADERS = List.of(
            "",
            HOST,
            "Host: evil.example\r\n",
            "Host:\r\n localhost\r\n",
            "Transfer-Encoding: chunked\r\n",
            "Transfer-Encoding: gzip, chunked\r\n",
            "Content-Length: 17\r\n",
            "Content-Length: 1, 1\r\n",
            "Content-Length: -1\r\n",
            "Content-Length : 4\r\n",
            "Content-Length: 99999999999999999999\r\n",
            "Content-Encoding: gzip\r\n",
            "Content-Type: text/plain\r\n",
            "Expect: wonders\r\n",
            "Expect: 100-continue\r\n",
            "X: a\r\n b\r\n",
            "X: a\0b\r\n",
            "no colon\r\n",
            "Lease: 1\r\n",
            "Connection: close\r\n",
            "Upgrade: h2c\r\n",
            FOREIGN);
    private static final List<String> BODIES = List.of(
            "",
            "{\"type\":\"x\"}",
            "{\"input\":1}",
            "c\r\n{\"type\":\"x\"}\r\n0\r\n\r\n",
            "ffffffffff\r\n",
            "1;a\nb\r\nx\r\n",
            "[".repeat(5000),
            "{\"timeout\":\"" + "9".repeat(300) + "s\"}",
            "\"\\ud800\"");

    void flood(AttackedServer server) throws IOException {
        Map<String, Integer> answers = new TreeMap<>();
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < count; i++) {
            answers.merge(answer(server.http(), mutated(request(random), random)), 1, Integer::sum);
        }
        assertForeignCreatesNothing(server);
        System.out.printf("attack: %d requests, seed %d: %s%n", count, seed, answers);
        assertThat(answers.keySet())
                .as("seed " + seed)
                .noneMatch(status ->
                        status.startsWith("5") && !List.of("501", "505").contains(status));
    }

    private static String request(SplittableRandom random) {
        StringBuilder request = new StringBuilder(pick(LINES, random));
        request.append(random.nextInt(4) == 0 ? "" : HOST);
        int headers = random.nextInt(4);
        for (int i = 0; i < headers; i++) {
            request.append(pick(HEADERS, random));
        }
        return request.append("\r\n").append(pick(BODIES, random)).toString();
    }

    /** The request with up to three changed, inserted, removed or repeated characters, or none. */
    private static String mutated(String request, SplittableRandom random) {
        StringBuilder text = new StringBuilder(request);
        int changes = random.nextInt(4);
        for (int i = 0; i < changes; i++) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(4)) {
                case 0 -> text.setCharAt(at, (char) random.nextInt(256));
                case 1 -> text.insert(at, (char) random.nextInt(256));
                case 2 -> text.deleteCharAt(at);
                default -> text.insert(at, text.substring(at, Math.min(text.length(), at + random.nextInt(200))));
            }
        }
        return text.toString();
    }

    private static String pick(List<String> from, SplittableRandom random) {
        return from.get(random.nextInt(from.size()));
    }

    /** The status of the first answer, "closed" or "none". The client half-closes, so that the server need not wait. */
    private static String answer(int port, String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(ANSWER_MILLIS);
            socket.getOutputStream().write(request.getBytes(ISO_8859_1));
            socket.shutdownOutput();
            InputStream in = socket.getInputStream();
            byte[] head = in.readNBytes("HTTP/1.1 200".length());
            in.skip(ANSWER_BYTES);
            String status = new String(head, ISO_8859_1);
            return status.length() < 12 ? "closed" : status.substring(9);
        } catch (SocketTimeoutException e) {
            return "none";
        } catch (IOException reset) {
            return "closed";
        }
    }

    void assertServed(AttackedServer server) {
        try (RawHttp client = new RawHttp(server.http())) {
            assertThat(client.request("GET /queue HTTP/1.1", "Host: localhost")
                            .read()
                            .status())
                    .isEqualTo(200);
        }
    }

    private static void assertForeignCreatesNothing(AttackedServer server) throws IOException {
        String page = "POST /jobber/queue HTTP/1.1\r\n" + HOST + FOREIGN
                + "Content-Type: text/plain\r\nContent-Length: 15\r\n\r\n{\"type\":\"page\"}";
        for (int i = 0; i < 100; i++) {
            assertThat(answer(server.http(), page)).isEqualTo("403");
        }
        try (RawHttp client = new RawHttp(server.http())) {
            assertThat(client.request("GET /queue HTTP/1.1", "Host: localhost")
                            .read()
                            .body())
                    .doesNotContain("\"page\"");
        }
    }
}
