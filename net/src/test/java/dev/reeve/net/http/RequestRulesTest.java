package dev.reeve.net.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.net.ConnectionLimits;
import dev.reeve.net.ConnectionQuota;
import dev.reeve.net.MemoryBudget;
import dev.reeve.net.RefusalLog;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpResponseEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that are malformed, ambiguous or sent by a web page, at a listener whose name is {@code jobs.example}. */
class RequestRulesTest {
    private static final String HOST = "Host: localhost\r\n";
    /** What an attacker wants to be taken for a request of its own. */
    private static final String SMUGGLED = "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n";

    private final MemoryBudget budget = new MemoryBudget(100_000, 100_000);
    private final RefusalLog refusals = new RefusalLog(null);
    private final HttpConnections connections = new HttpConnections(new ConnectionQuota(ConnectionLimits.of(10)), null);
    private final RequestDispatcher dispatcher = new RequestDispatcher(
            new RequestRules(new HostRule(List.of("jobs.example"))),
            new BodyBudget(new HttpLimits(1000, List.of()), budget.input(), refusals),
            new ResponseBudget(budget, refusals, Runnable::run, Runnable::run),
            refusals,
            LargeBodies.atOnePace(Runnable::run, Runnable::run),
            null);
    private EmbeddedChannel channel = new EmbeddedChannel();

    @BeforeEach
    void connect() {
        channel = new EmbeddedChannel();
        channel.pipeline()
                .addLast(
                        new StrictRequestDecoder(),
                        new HttpResponseEncoder(),
                        new HttpSession(channel, connections, dispatcher));
        channel.pipeline().fireChannelActive();
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
        assertThat(budget.input().usedBytes()).isZero();
    }

    private String answer(String request) {
        channel.writeInbound(Unpooled.copiedBuffer(request, StandardCharsets.ISO_8859_1));
        return received();
    }

    private String answerByteByByte(String request) {
        StringBuilder answer = new StringBuilder();
        for (int i = 0; i < request.length() && channel.isOpen(); i++) {
            answer.append(answer(request.substring(i, i + 1)));
        }
        return answer.toString();
    }

    private String received() {
        StringBuilder text = new StringBuilder();
        for (ByteBuf next = channel.readOutbound(); next != null; next = channel.readOutbound()) {
            text.append(next.toString(StandardCharsets.US_ASCII));
            next.release();
        }
        return text.toString();
    }

    /** The request is answered once, with this error, the connection is closed, and nothing after the request counts. */
    private void assertRefused(int status, String error, String request) {
        assertOneRefusal(status, error, answer(request + SMUGGLED));
        connect();
        assertOneRefusal(status, error, answerByteByByte(request + SMUGGLED));
        connect();
    }

    private void assertOneRefusal(int status, String error, String answer) {
        assertThat(answer)
                .startsWith("HTTP/1.1 " + status + " ")
                .contains("connection: close")
                .endsWith("{\"error\":\"" + error + "\"}")
                .doesNotContainIgnoringCase("access-control")
                .doesNotContain("alive");
        assertThat(answer.split("HTTP/1", -1)).as(answer).hasSize(2);
        assertThat(channel.isOpen()).isFalse();
    }

    private void assertServed(String request) {
        assertThat(answer(request)).startsWith("HTTP/1.").contains(" 200 OK").endsWith("{\"status\":\"alive\"}");
        connect();
    }

    @Test
    void a_request_of_HTTP_1_1_names_one_host() {
        assertRefused(400, "Expected one Host header", "GET /livez HTTP/1.1\r\n\r\n");
        assertRefused(400, "Expected one Host header", "GET /livez HTTP/1.1\r\n" + HOST + HOST + "\r\n");
        assertRefused(400, "Expected one Host header", "GET /livez HTTP/1.1\r\n" + HOST + "host: 127.0.0.1\r\n\r\n");
        assertServed("GET /livez HTTP/1.1\r\n" + HOST + "\r\n");
        assertServed("GET /livez HTTP/1.0\r\n\r\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "localhost:x", "localhost:123456", "a b", "user@localhost", "[::1", "::1", "[x]", "a/b"})
    void a_malformed_host_is_refused(String host) {
        assertRefused(400, "The host is malformed", "GET /livez HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "LOCALHOST:8023",
                "127.0.0.1",
                "10.1.2.3:80",
                "[::1]",
                "[2001:db8::7]:8023",
                "jobs.example",
                "Jobs.Example:443"
            })
    void addresses_localhost_and_configured_names_are_served(String host) {
        assertServed("GET /livez HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
        assertServed("GET /livez HTTP/1.0\r\nHost: " + host + "\r\n\r\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "evil.example:8023",
                "localhost.evil.example",
                "127.0.0.1.evil.example",
                "127.1",
                "a.jobs.example",
                "localhost."
            })
    void a_name_that_a_page_resolved_to_this_server_is_refused(String host) {
        String error = "The host is neither an address nor localhost nor in http.hosts";
        assertRefused(403, error, "GET /livez HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
        assertRefused(403, error, "GET http://" + host + "/livez HTTP/1.1\r\n" + HOST + "\r\n");
        assertRefused(403, error, "GET http://localhost/livez HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
    }

    @Test
    void a_target_may_be_absolute() {
        assertServed("GET http://localhost:8023/livez HTTP/1.1\r\n" + HOST + "\r\n");
        assertServed("GET HTTP://127.0.0.1/livez?x=http://a/b HTTP/1.1\r\n" + HOST + "\r\n");
        assertRefused(400, "The host is malformed", "GET http:///livez HTTP/1.1\r\n" + HOST + "\r\n");
        assertRefused(400, "The host is malformed", "GET http://u@localhost/livez HTTP/1.1\r\n" + HOST + "\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"livez", "localhost:80", "https://localhost/livez", "/livez#x", "/li\u007fvez", "?x"})
    void a_malformed_target_is_refused(String target) {
        assertRefused(400, "The request target is malformed", "GET " + target + " HTTP/1.1\r\n" + HOST + "\r\n");
    }

    @Test
    void a_header_is_on_one_line() {
        String error = "A header must be on one line";
        assertRefused(400, error, "GET /livez HTTP/1.1\r\n" + HOST + "X: a\r\n b\r\n\r\n");
        assertRefused(400, error, "GET /livez HTTP/1.1\r\n" + HOST + "X: a\r\n\tb\r\n\r\n");
        assertRefused(400, error, "GET /livez HTTP/1.1\r\nHost:\r\n localhost\r\n\r\n");
        assertRefused(400, error, "POST /livez HTTP/1.1\r\n" + HOST + "Content-Length:\r\n 3\r\n\r\nabc");
        answer("GET /livez HTTP/1.1\r\n" + HOST + "Content-Length: 4\r\n\r\n");
        assertThat(answer("\r\n b" + SMUGGLED).split("200 OK", -1))
                .as("a body may have such lines")
                .hasSize(3);
    }

    @ParameterizedTest
    @CsvSource({
        "gzip",
        "identity",
        "'gzip, chunked'",
        "'chunked, gzip'",
        "xchunked",
        "'chunked, chunked'",
        "'chunked, identity'"
    })
    void another_transfer_encoding_than_chunked_is_refused(String encoding) {
        String head = "POST /livez HTTP/1.1\r\n" + HOST + "Transfer-Encoding: " + encoding + "\r\n\r\n";
        String answer = answer(head + "0\r\n\r\n" + SMUGGLED);
        assertThat(answer)
                .startsWith("HTTP/1.1 501 ")
                .contains("connection: close")
                .doesNotContain("alive");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void two_ways_to_tell_the_length_are_refused() {
        String chunked = "Transfer-Encoding: chunked\r\n";
        assertRefused(
                501,
                "The only Transfer-Encoding is chunked",
                "GET /livez HTTP/1.1\r\n" + HOST + chunked + chunked + "\r\n0\r\n\r\n");
        assertRefused(
                400,
                "Content-Length and Transfer-Encoding exclude each other",
                "GET /livez HTTP/1.1\r\n" + HOST + "Content-Length: 5\r\n" + chunked + "\r\n0\r\n\r\n");
        assertThat(answer("GET /livez HTTP/1.0\r\n" + chunked + "\r\n0\r\n\r\n"))
                .startsWith("HTTP/1.0 400 ");
        assertThat(channel.isOpen()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 1\r\nContent-Length: 2\r\n",
                "Content-Length: 1, 1\r\n",
                "Content-Length: +1\r\n",
                "Content-Length: -1\r\n",
                "Content-Length: 0x1\r\n",
                "Content-Length : 1\r\n",
                "X\u0000: 1\r\n",
                "X: a\u0000b\r\n",
                "X: a\rb\r\n",
                "X: a\nContent-Length: 1\r\n",
                "no colon\r\n",
                ": no name\r\n",
                " X: first\r\n"
            })
    void malformed_headers_are_refused(String headers) {
        String answer = answer("POST /livez HTTP/1.1\r\n" + HOST + headers + "\r\n" + SMUGGLED);
        assertThat(answer).startsWith("HTTP/1.1 400 ").doesNotContain("alive");
        assertThat(channel.isOpen()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x\r\n",
                "\r\n",
                "-1\r\n",
                "0x1\r\n",
                "1;a\nb\r\n",
                "1\n",
                "ffffffffff\r\n",
                "1\r\naXX0\r\n\r\n",
                " 1\r\n"
            })
    void malformed_chunks_are_refused(String chunks) {
        String head = "GET /livez HTTP/1.1\r\n" + HOST + "Transfer-Encoding: chunked\r\n\r\n";
        String answer = answer(head + chunks + SMUGGLED);
        assertThat(answer).startsWith("HTTP/1.1 400 ").doesNotContain("alive");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void chunk_extensions_have_a_limit() {
        String head = "GET /livez HTTP/1.1\r\n" + HOST + "Transfer-Encoding: chunked\r\n\r\n";
        assertServed(head + "1;a=b\r\nx\r\n0\r\n\r\n");
        assertThat(answer(head + "1;a=" + "x".repeat(9000) + "\r\nx\r\n0\r\n\r\n"))
                .startsWith("HTTP/1.1 400 ");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void an_unknown_expectation_is_refused() {
        assertRefused(
                417,
                "The only expectation is 100-continue",
                "GET /livez HTTP/1.1\r\n" + HOST + "Expect: wonders\r\n\r\n");
        assertServed("GET /livez HTTP/1.0\r\n" + HOST + "Expect: wonders\r\n\r\n");
        assertServed("GET /livez HTTP/1.1\r\n" + HOST + "Expect: 100-Continue\r\n\r\n");
    }

    @Test
    void a_body_with_a_content_encoding_is_refused() {
        String head = "POST /livez HTTP/1.1\r\n" + HOST + "Content-Encoding: gzip\r\n";
        String answer = answer(head + "Content-Length: 3\r\n\r\nabc");
        assertThat(answer).startsWith("HTTP/1.1 415 ").contains("accept-encoding: identity", "no Content-Encoding");
        connect();
        assertThat(answer(head + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n")).startsWith("HTTP/1.1 415 ");
        connect();
        assertServed("GET /livez HTTP/1.1\r\n" + HOST + "Content-Encoding: gzip\r\n\r\n");
        assertServed("GET /livez HTTP/1.1\r\n" + HOST + "Content-Encoding: identity\r\nContent-Length: 1\r\n\r\nx");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Sec-Fetch-Site: cross-site",
                "Sec-Fetch-Site: same-site",
                "sec-fetch-site: new-site",
                "Sec-Fetch-Site: none\r\nSec-Fetch-Site: cross-site",
                "Origin: null",
                "Origin: https://evil.example",
                "Origin: http://localhost:3000",
                "Origin: http://localhost",
                "Origin: http://localhost:8023\r\nOrigin: null"
            })
    void what_a_page_of_another_origin_causes_is_refused(String header) {
        for (String method : List.of("GET", "POST", "OPTIONS", "HEAD")) {
            String answer = answer(method + " /livez HTTP/1.1\r\nHost: localhost:8023\r\n" + header + "\r\n\r\n");
            assertThat(answer)
                    .startsWith("HTTP/1.1 403 ")
                    .doesNotContain("alive")
                    .doesNotContainIgnoringCase("access-control");
            connect();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Sec-Fetch-Site: same-origin",
                "Sec-Fetch-Site: none",
                "Origin: http://localhost:8023",
                "Origin: https://LOCALHOST:8023",
                "Referer: https://evil.example"
            })
    void the_user_and_pages_of_the_server_itself_are_served(String header) {
        assertServed("GET /livez HTTP/1.1\r\nHost: localhost:8023\r\n" + header + "\r\n\r\n");
    }

    @Test
    void a_preflight_gets_no_permission() {
        String answer = answer("OPTIONS /livez HTTP/1.1\r\n" + HOST + "Access-Control-Request-Method: PUT\r\n\r\n");
        assertThat(answer).startsWith("HTTP/1.1 405 ").doesNotContainIgnoringCase("access-control");
    }
}
