package dev.reeve.server.across;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reeve.testkit.Scrape;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import javax.net.ssl.SSLContext;

/** A client of the HTTP listener that expects a status, with a library that reconnects after an error. */
final class HttpSide {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient client;
    private final String address;

    HttpSide(int port) {
        this.client = HttpClient.newHttpClient();
        this.address = "http://127.0.0.1:" + port;
    }

    /** A client that uses TLS. */
    HttpSide(int port, SSLContext tls) {
        this.client = HttpClient.newBuilder().sslContext(tls).build();
        this.address = "https://127.0.0.1:" + port;
    }

    String call(int expected, String method, String path, String body) throws IOException, InterruptedException {
        HttpResponse<String> response = send(method, path, body);
        assertThat(response.statusCode())
                .as("%s %s: %s", method, path, response.body())
                .isEqualTo(expected);
        return response.body();
    }

    HttpResponse<String> send(String method, String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + path))
                .header("Content-Type", "application/json")
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** Reads {@code /metrics} over the same connection. */
    Scrape scrape() throws IOException, InterruptedException {
        return Scrape.of(client, address);
    }

    static JsonNode json(String text) throws IOException {
        return JSON.readTree(text);
    }
}
