package dev.reeve.net.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.net.ConnectionLimits;
import dev.reeve.net.ConnectionQuota;
import dev.reeve.net.MemoryBudget;
import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.server.testing.TcpServer;
import dev.reeve.testkit.LogLines;
import dev.reeve.testkit.Loopback;
import dev.reeve.testkit.RawHttp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The HTTP listener from the opening of its socket to its end. */
class HttpListenerTest {
    private final HttpListener listener = listener(3);
    private InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private static HttpListener listener(int connections) {
        ConnectionQuota quota = new ConnectionQuota(ConnectionLimits.of(connections));
        return new HttpListener(new HttpLimits(1000, List.of()), quota, MemoryBudget.withDefaults(), null);
    }

    @BeforeEach
    void open() throws IOException {
        address = listener.open(address);
    }

    @AfterEach
    void close() {
        listener.close();
    }

    @Test
    void an_address_of_IPv4_is_not_open_to_IPv6() throws IOException {
        assertThat(families("0.0.0.0")).containsExactly("127.0.0.1");
        assertThat(families("::1")).containsExactly("::1");
        assertThat(families("::")).contains("::1");
    }

    private static List<String> families(String bind) throws IOException {
        try (HttpListener other = listener(3)) {
            InetSocketAddress open = other.open(new InetSocketAddress(InetAddress.getByName(bind), 0));
            return Loopback.accepting(open.getPort());
        }
    }

    @Test
    void answers_503_until_it_serves_and_when_it_stops() throws Exception {
        Routes routes = new Routes(List.of(Route.get("/here", exchange -> exchange.ok(out -> out.writeNumber(1)))));
        try (TestServer server = TcpServer.start(JournalKind.LOCAL);
                RawHttp client = new RawHttp(address)) {
            assertAnswer(client, "GET /health", 503, "{\"status\":\"unhealthy\",\"error\":\"starting\"}");
            assertAnswer(client, "GET /here", 503, "{\"error\":\"The server is starting\"}");
            assertAnswer(client, "GET /nowhere", 503, "{\"error\":\"The server is starting\"}");
            listener.serve(server.node(), routes);
            assertAnswer(client, "GET /health", 200, "{\"status\":\"healthy\"}");
            assertAnswer(client, "GET /here", 200, "1");
            assertAnswer(client, "GET /nowhere", 404, "{\"error\":\"Not found\"}");
            listener.unhealthy("stopping");
            assertAnswer(client, "GET /health", 503, "{\"status\":\"unhealthy\",\"error\":\"stopping\"}");
            assertAnswer(client, "GET /here", 503, "{\"error\":\"The server is stopping\"}");
        }
    }

    @Test
    void it_lives_before_it_is_ready_and_says_what_keeps_it_from_its_work() throws Exception {
        AtomicReference<@Nullable String> why = new AtomicReference<>();
        try (TestServer server = TcpServer.start(JournalKind.LOCAL);
                RawHttp client = new RawHttp(address)) {
            assertAnswer(client, "GET /livez", 200, "{\"status\":\"alive\"}");
            assertAnswer(client, "GET /readyz", 503, "{\"status\":\"not ready\",\"error\":\"starting\"}");
            listener.notReadyIf(why::get);
            assertAnswer(client, "GET /readyz", 503, "{\"status\":\"not ready\",\"error\":\"starting\"}");
            why.set("recovering: 1,200 jobs, 43 %");
            assertAnswer(
                    client,
                    "GET /readyz",
                    503,
                    "{\"status\":\"not ready\",\"error\":\"recovering: 1,200 jobs, 43 %\"}");
            assertAnswer(client, "GET /health", 503, "{\"status\":\"unhealthy\",\"error\":\"starting\"}");
            why.set(null);
            listener.serve(server.node(), new Routes(List.of()));
            assertAnswer(client, "GET /readyz", 200, "{\"status\":\"ready\"}");
            why.set("the disk is full");
            assertAnswer(client, "GET /readyz", 503, "{\"status\":\"not ready\",\"error\":\"the disk is full\"}");
            assertAnswer(client, "GET /health", 200, "{\"status\":\"healthy\"}");
            why.set(null);
            listener.unhealthy("stopping");
            assertAnswer(client, "GET /readyz", 503, "{\"status\":\"not ready\",\"error\":\"stopping\"}");
            assertAnswer(client, "GET /livez", 200, "{\"status\":\"alive\"}");
            assertAnswer(client, "POST /readyz", 405, "{\"error\":\"Method not allowed\"}");
        }
    }

    @Test
    void a_bug_in_a_route_is_a_500_and_the_connection_goes_on() throws Exception {
        Route bug = Route.get("/bug", exchange -> {
            throw new IllegalStateException("on purpose");
        });
        Route late = Route.get(
                "/late",
                exchange -> exchange.ask(engine -> 1, one -> {
                    throw new IllegalStateException("on purpose");
                }));
        try (TestServer server = TcpServer.start(JournalKind.LOCAL);
                LogLines log = new LogLines(Exchange.class);
                RawHttp client = new RawHttp(address)) {
            listener.serve(server.node(), new Routes(List.of(bug, late)));
            assertAnswer(client, "GET /bug", 500, "{\"error\":\"Internal error\"}");
            assertAnswer(client, "GET /late", 500, "{\"error\":\"Internal error\"}");
            assertAnswer(client, "GET /health", 200, "{\"status\":\"healthy\"}");
            assertThat(log.told()).hasSize(2);
            assertThat(log.told()).first().asString().contains("GET /bug", "on purpose");
            assertThat(log.told()).last().asString().contains("GET /late", "on purpose");
        }
    }

    @Test
    void half_a_request_keeps_nobody_waiting() throws Exception {
        try (RawHttp slow = new RawHttp(address);
                RawHttp other = new RawHttp(address)) {
            slow.send("GET /hea");
            assertAnswer(other, "GET /health", 503, "{\"status\":\"unhealthy\",\"error\":\"starting\"}");
        }
    }

    @Test
    void answers_what_is_not_http_and_hangs_up() throws Exception {
        try (RawHttp odd = new RawHttp(address)) {
            odd.send("add 1 2\r\n\r\n");
            assertThat(odd.read().status()).isEqualTo(400);
            assertThat(odd.isClosed()).isTrue();
        }
        try (RawHttp odd = new RawHttp(address)) {
            odd.request("GET /health HTTP/1.1", "Content-Length: many");
            assertThat(odd.read().status()).isEqualTo(400);
        }
    }

    @Test
    void long_addresses_and_headers_are_refused() throws Exception {
        try (RawHttp odd = new RawHttp(address)) {
            odd.request("GET /" + "x".repeat(9000) + " HTTP/1.1", "Host: localhost");
            assertThat(odd.read().status()).isEqualTo(414);
            assertThat(odd.isClosed()).isTrue();
        }
        try (RawHttp odd = new RawHttp(address)) {
            odd.request("GET /health HTTP/1.1", "Host: localhost", "X: " + "x".repeat(17_000));
            assertThat(odd.read().status()).isEqualTo(431);
            assertThat(odd.isClosed()).isTrue();
        }
    }

    @Test
    void old_clients_are_served_and_let_go() throws Exception {
        try (RawHttp old = new RawHttp(address)) {
            old.request("GET /health HTTP/1.0");
            assertThat(old.read().status()).isEqualTo(503);
            assertThat(old.isClosed()).isTrue();
        }
        try (RawHttp leaving = new RawHttp(address)) {
            leaving.request("GET /health HTTP/1.1", "Host: localhost", "Connection: close");
            assertThat(leaving.read().status()).isEqualTo(503);
            assertThat(leaving.isClosed()).isTrue();
        }
    }

    @Test
    void one_connection_too_many_is_told_so_and_only_monitoring_is_served() throws Exception {
        try (RawHttp one = new RawHttp(address);
                RawHttp two = new RawHttp(address);
                RawHttp three = new RawHttp(address)) {
            for (RawHttp client : List.of(one, two, three)) {
                assertThat(health(client).body()).contains("starting");
            }
            assertThat(listener.connections()).isEqualTo(3);
            assertLastAnswer("GET /queue", 503, "{\"error\":\"Too many connections\"}");
            assertLastAnswer("GET /livez/x", 503, "{\"error\":\"Too many connections\"}");
            assertLastAnswer("GET /livez", 200, "{\"status\":\"alive\"}");
            assertLastAnswer("GET /readyz", 503, "{\"status\":\"not ready\",\"error\":\"starting\"}");
            assertLastAnswer("GET /health", 503, "{\"status\":\"unhealthy\",\"error\":\"starting\"}");
            assertThat(health(one).body()).contains("starting");
        }
    }

    /** One more connection gets this answer and is closed. */
    private void assertLastAnswer(String request, int status, String body) throws IOException {
        try (RawHttp client = new RawHttp(address)) {
            assertAnswer(client, request, status, body);
            assertThat(client.isClosed()).isTrue();
        }
    }

    @Test
    void nobody_can_sit_on_the_reserve() throws Exception {
        ConnectionQuota quota = new ConnectionQuota(new ConnectionLimits(1, 1, 2));
        HttpLimits limits = new HttpLimits(1000, List.of());
        try (HttpListener full = new HttpListener(limits, quota, MemoryBudget.withDefaults(), null)) {
            InetSocketAddress at = full.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            try (RawHttp admitted = new RawHttp(at);
                    RawHttp oldest = new RawHttp(at);
                    RawHttp older = new RawHttp(at);
                    RawHttp probe = new RawHttp(at)) {
                older.send("GET /live");
                assertAnswer(probe, "GET /livez", 200, "{\"status\":\"alive\"}");
                assertThat(oldest.isClosed()).isTrue();
                older.send("z HTTP/1.1\r\nHost: localhost\r\n\r\n");
                assertThat(older.read().status()).isEqualTo(200);
                assertAnswer(admitted, "GET /livez", 200, "{\"status\":\"alive\"}");
                assertAnswer(admitted, "GET /livez", 200, "{\"status\":\"alive\"}");
            }
        }
    }

    @Test
    void a_port_in_use_is_an_io_error() {
        try (HttpListener second = listener(3)) {
            assertThatThrownBy(() -> second.open(address))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("in use");
        }
    }

    @Test
    void two_routes_for_the_same_are_a_mistake() {
        Route one = Route.get("/a/{x}", exchange -> {});
        assertThatThrownBy(() -> new Routes(List.of(one, Route.getOnly("/a/{y}", exchange -> {}))))
                .hasMessage("two routes for GET /a/{y}");
    }

    private static RawHttp.Answer health(RawHttp client) throws IOException {
        return client.request("GET /health HTTP/1.1", "Host: localhost").read();
    }

    private static void assertAnswer(RawHttp client, String request, int status, String body) throws IOException {
        RawHttp.Answer answer =
                client.request(request + " HTTP/1.1", "Host: localhost").read();
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.body()).isEqualTo(body);
    }
}
