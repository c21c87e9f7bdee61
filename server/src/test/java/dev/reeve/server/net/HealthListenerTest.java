package dev.reeve.server.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HealthListenerTest {
    private final HttpClient client = HttpClient.newHttpClient();
    private final HealthListener listener = new HealthListener();
    private InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    @BeforeEach
    void open() throws IOException {
        address = listener.open(address);
    }

    @AfterEach
    void close() {
        listener.close();
    }

    @Test
    void follows_the_life_of_the_server() throws Exception {
        assertAnswer("GET", "/health", 503, "{\"status\":\"unhealthy\",\"error\":\"starting\"}");
        listener.healthy();
        assertAnswer("GET", "/health", 200, "{\"status\":\"healthy\"}");
        assertAnswer("GET", "/health?verbose", 200, "{\"status\":\"healthy\"}");
        listener.unhealthy("stopping");
        assertAnswer("GET", "/health", 503, "{\"status\":\"unhealthy\",\"error\":\"stopping\"}");
    }

    @Test
    void says_that_it_speaks_json() throws Exception {
        assertThat(send("GET", "/health").headers().firstValue("content-type")).hasValue("application/json");
    }

    @Test
    void knows_one_path_and_one_method() throws Exception {
        listener.healthy();
        assertAnswer("GET", "/", 404, "not found\n");
        assertAnswer("GET", "/health/", 404, "not found\n");
        assertAnswer("DELETE", "/health", 405, "method not allowed\n");
        assertThat(send("POST", "/health").headers().firstValue("allow")).hasValue("GET");
        assertAnswer("GET", "/health", 200, "{\"status\":\"healthy\"}");
    }

    @Test
    void half_a_request_keeps_nobody_waiting() throws Exception {
        listener.healthy();
        try (Socket slow = connect()) {
            slow.getOutputStream().write("GET /hea".getBytes(StandardCharsets.US_ASCII));
            assertAnswer("GET", "/health", 200, "{\"status\":\"healthy\"}");
        }
    }

    @Test
    void answers_what_is_not_http_and_hangs_up() throws Exception {
        try (Socket odd = connect()) {
            odd.getOutputStream().write("add 1 2\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(odd.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 400 ");
        }
    }

    @Test
    void a_port_in_use_is_an_io_error() {
        try (HealthListener second = new HealthListener()) {
            assertThatThrownBy(() -> second.open(address))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("in use");
        }
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(address.getAddress(), address.getPort());
        socket.setSoTimeout(10_000);
        return socket;
    }

    private void assertAnswer(String method, String path, int status, String body) throws Exception {
        HttpResponse<String> response = send(method, path);
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.body()).isEqualTo(body);
    }

    private HttpResponse<String> send(String method, String path) throws Exception {
        URI uri = URI.create("http://%s:%d%s".formatted(address.getHostString(), address.getPort(), path));
        return client.send(
                HttpRequest.newBuilder(uri)
                        .method(
                                method,
                                method.equals("POST") ? BodyPublishers.ofString("body") : BodyPublishers.noBody())
                        .build(),
                BodyHandlers.ofString());
    }
}
