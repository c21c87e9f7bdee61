package dev.reeve.net.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.door.ocypod.OcypodSettings;
import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.server.testing.TcpServer;
import dev.reeve.server.testing.TestHttp;
import dev.reeve.testkit.RawHttp;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Request bodies over real sockets, valid and invalid; after each invalid one the server serves the next client. */
class BodiesTest {
    private static final int LIMIT = 100_000;
    private static final String JSON = "Content-Type: application/json";
    private static final String POST = "POST /queue/q/job HTTP/1.1";

    private final TestServer server =
            TcpServer.start(TestServer.Options.of(JournalKind.LOCAL).withMemoryBudget(3 * LIMIT, 100 * LIMIT));
    private final TestHttp http = new TestHttp(server, new HttpLimits(LIMIT, List.of()), OcypodSettings.DEFAULTS);

    @BeforeEach
    void makeQueue() {
        assertThat(http.send("PUT", "/queue/q", "{}").statusCode()).isEqualTo(201);
    }

    @AfterEach
    void close() {
        assertThat(http.get("/queue").body()).isEqualTo("[\"q\"]");
        http.close();
        server.close();
    }

    @Test
    void a_body_may_come_in_chunks_and_in_bits() throws Exception {
        try (RawHttp client = new RawHttp(http.address())) {
            client.request(POST, "Host: localhost", JSON, "Transfer-Encoding: chunked")
                    .send("5\r\n{\"inp\r\n")
                    .send("7;x=y\r\nut\":[1]\r\n1\r\n}\r\n0\r\n\r\n");
            assertThat(client.read().status()).isEqualTo(201);
            for (char c :
                    "POST /queue/q/job HTTP/1.1\r\nHost: localhost\r\n%s\r\nContent-Length: 11\r\n\r\n{\"input\":2}"
                            .formatted(JSON)
                            .toCharArray()) {
                client.send(String.valueOf(c));
            }
            assertThat(client.read().body()).isEqualTo("2");
        }
        assertThat(http.get("/job/1?fields=input").body()).isEqualTo("{\"input\":[1]}");
    }

    @Test
    void requests_may_be_sent_without_waiting_for_answers() throws Exception {
        try (RawHttp client = new RawHttp(http.address())) {
            String post = POST + "\r\nHost: localhost\r\n" + JSON + "\r\nContent-Length: 2\r\n\r\n{}";
            String take = "GET /queue/q/job HTTP/1.1\r\nHost: localhost\r\n\r\n";
            client.send(post.repeat(20) + take.repeat(21));
            for (int i = 1; i <= 20; i++) {
                assertThat(client.read().body()).isEqualTo(String.valueOf(i));
            }
            for (int i = 1; i <= 20; i++) {
                assertThat(client.read().body()).isEqualTo("{\"id\":" + i + ",\"input\":null}");
            }
            assertThat(client.read().status()).isEqualTo(204);
        }
    }

    @Test
    void a_length_that_is_too_large_is_refused_before_anything_comes() throws Exception {
        for (String length : new String[] {"100001", "4294967296", "9223372036854775807"}) {
            try (RawHttp client = new RawHttp(http.address())) {
                RawHttp.Answer answer = client.request(POST, "Host: localhost", JSON, "Content-Length: " + length)
                        .read();
                assertThat(answer.status()).isEqualTo(413);
                assertThat(answer.body()).isEqualTo("{\"error\":\"The body is larger than 100000 bytes\"}");
            }
        }
    }

    /** Nobody waits until a body is parsed that a request without a payload cannot need. */
    @Test
    void a_request_without_a_payload_has_a_short_body() throws Exception {
        for (String path : List.of(
                "/jobber/queue/t/take", "/jobber/job/x/done", "/v1/jobs/x/renew", "/v1/jobs/x/cancel", "/v1/login")) {
            try (RawHttp client = new RawHttp(http.address())) {
                RawHttp.Answer answer = client.request(
                                "POST " + path + " HTTP/1.1", "Host: localhost", JSON, "Content-Length: 65537")
                        .read();
                assertThat(answer.status()).as(path).isEqualTo(413);
                assertThat(answer.body()).contains("The body is larger than 65536 bytes");
                assertThat(answer.body().contains("/problems/too-large")).isEqualTo(path.startsWith("/v1"));
            }
        }
    }

    @Test
    void a_body_that_is_sent_all_the_same_is_thrown_away() throws Exception {
        try (RawHttp client = new RawHttp(http.address())) {
            byte[] large = ("\"" + "x".repeat(LIMIT) + "\"").getBytes(StandardCharsets.US_ASCII);
            client.request(POST, "Host: localhost", JSON, "Content-Length: " + large.length)
                    .send(large);
            assertThat(client.read().status()).isEqualTo(413);
            assertThat(client.isClosed()).isTrue();
        }
        assertThat(http.send("POST", "/queue/q/job", "{\"input\":\"" + "x".repeat(LIMIT) + "\"}")
                        .statusCode())
                .isEqualTo(413);
    }

    @Test
    void chunks_that_add_up_to_too_much_are_refused() throws Exception {
        try (RawHttp client = new RawHttp(http.address())) {
            client.request(POST, "Host: localhost", JSON, "Transfer-Encoding: chunked");
            String chunk = "2710\r\n" + "x".repeat(10_000) + "\r\n";
            for (int i = 0; i < 11; i++) {
                client.send(chunk);
            }
            assertThat(client.read().status()).isEqualTo(413);
            client.send("0\r\n\r\n");
            assertThat(client.isClosed()).isTrue();
        }
    }

    @Test
    void whoever_asks_first_is_told_to_go_on_or_not() throws Exception {
        try (RawHttp client = new RawHttp(http.address())) {
            client.request(POST, "Host: localhost", JSON, "Content-Length: 2", "Expect: 100-continue");
            assertThat(client.read().status()).isEqualTo(100);
            assertThat(client.send("{}").read().status()).isEqualTo(201);
            client.request(POST, "Host: localhost", JSON, "Content-Length: 200000", "Expect: 100-continue");
            assertThat(client.read().status()).isEqualTo(413);
        }
    }

    @Test
    void all_bodies_together_have_a_limit() throws Exception {
        String most = "x".repeat(LIMIT - 10);
        RawHttp[] slow = new RawHttp[4];
        try {
            for (int i = 0; i < 3; i++) {
                slow[i] = new RawHttp(http.address());
                slow[i].request(POST, "Host: localhost", JSON, "Content-Length: " + LIMIT)
                        .send(most);
            }
            // The response to another request shows that the earlier input has been read.
            http.get("/queue");
            slow[3] = new RawHttp(http.address());
            RawHttp.Answer answer = slow[3].request(POST, "Host: localhost", JSON, "Content-Length: " + LIMIT)
                    .send(most)
                    .read();
            assertThat(answer.status()).isEqualTo(503);
            slow[0].close();
            for (int i = 0; i < 50 && answer.status() == 503; i++) {
                answer = sendLarge();
            }
            assertThat(answer.status()).isEqualTo(400);
        } finally {
            for (RawHttp client : slow) {
                client.close();
            }
        }
    }

    private RawHttp.Answer sendLarge() throws IOException {
        try (RawHttp client = new RawHttp(http.address())) {
            return client.request(POST, "Host: localhost", JSON, "Content-Length: " + (LIMIT - 10))
                    .send("x".repeat(LIMIT - 10))
                    .read();
        }
    }

    @Test
    void what_is_no_text_is_no_json() throws Exception {
        byte[][] bodies = {
            {'{', '"', 'i', '"', ':', '"', (byte) 0xFF, '"', '}'},
            {'{', '"', (byte) 0xC0, (byte) 0x80, '"', ':', '1', '}'},
            {'{', '"', 'x', '"', ':', '"', (byte) 0xED, (byte) 0xA0, (byte) 0x80, '"', '}'},
            {0, '{', 0, '}'},
            {'{', 0, '}', 0},
        };
        for (byte[] body : bodies) {
            try (RawHttp client = new RawHttp(http.address())) {
                client.request(POST, "Host: localhost", JSON, "Content-Length: " + body.length)
                        .send(body);
                RawHttp.Answer answer = client.read();
                assertThat(answer.status()).isEqualTo(400);
                assertThat(answer.body()).isEqualTo("{\"error\":\"The body is not UTF-8\"}");
            }
        }
    }

    @Test
    void malformed_json_is_refused() {
        String deep = "[".repeat(5_000);
        for (String body : new String[] {
            "{",
            "}",
            "{\"a\"}",
            "{'a':1}",
            "{\"a\":01}",
            "{\"a\":NaN}",
            "{\"a\":1,}",
            "\"\u0001\"",
            "nul",
            "{\"a\":\"\\x\"}",
            "{\"input\":" + deep,
            "{\"input\":1",
            "{\"input\":\"x",
            "[1,2",
            "{/**/}",
            " "
        }) {
            var answer = http.send("POST", "/queue/q/job", body);
            assertThat(answer.statusCode()).as(body).isEqualTo(400);
            assertThat(answer.body())
                    .as(body)
                    .isIn(
                            "{\"error\":\"The body is not valid JSON\"}",
                            "{\"error\":\"Expected a JSON object\"}",
                            "{\"error\":\"The body is nested too deeply\"}");
        }
        assertThat(http.send("POST", "/queue/q/job", "{\"input\":" + deep).body())
                .isEqualTo("{\"error\":\"The body is nested too deeply\"}");
        assertThat(http.send("PUT", "/job/1/output", " ").body())
                .isEqualTo("{\"error\":\"The body is not valid JSON\"}");
        assertThat(http.get("/queue/q/size").body()).isEqualTo("0");
    }

    @Test
    void malformed_chunks_and_paths_are_refused() throws Exception {
        try (RawHttp client = new RawHttp(http.address())) {
            client.request(POST, "Host: localhost", JSON, "Transfer-Encoding: chunked")
                    .send("zz\r\n{}\r\n0\r\n\r\n");
            assertThat(client.read().status()).isEqualTo(400);
            assertThat(client.isClosed()).isTrue();
        }
        try (RawHttp client = new RawHttp(http.address())) {
            client.request("GET /queue/%zz HTTP/1.1", "Host: localhost");
            RawHttp.Answer answer = client.read();
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.body()).contains("hexadecimal");
            client.request("GET /tag/\u00e9 HTTP/1.1", "Host: localhost");
            assertThat(client.read().body()).isEqualTo("[]");
        }
    }

    @Test
    void who_vanishes_in_the_middle_leaves_nothing_behind() throws Exception {
        RawHttp client = new RawHttp(http.address());
        client.request(POST, "Host: localhost", JSON, "Content-Length: 100").send("{\"input\":");
        client.vanish();
        assertThat(http.get("/queue/q/size").body()).isEqualTo("0");
    }
}
