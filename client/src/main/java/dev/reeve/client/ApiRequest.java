package dev.reeve.client;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A request by method and path, for what {@link Reeve} has no method of its own. */
public final class ApiRequest {
    private final HttpCalls calls;
    private final String method;
    private final String path;
    private final List<String> parameters = new ArrayList<>();
    private byte @Nullable [] body;
    private Duration wait = Duration.ZERO;

    ApiRequest(HttpCalls calls, String method, String path) {
        this.calls = calls;
        this.method = method;
        this.path = path;
    }

    /** A part of a path, encoded. */
    public static String segment(String text) {
        return WireText.encoded(text);
    }

    public ApiRequest parameter(String name, String value) {
        parameters.add(name + "=" + WireText.encoded(value));
        return this;
    }

    /** Sets the body, in JSON. */
    public ApiRequest body(String json) {
        body = json.getBytes(StandardCharsets.UTF_8);
        return this;
    }

    /** The request asks the server to wait for so long. */
    public ApiRequest waiting(Duration longest) {
        wait = longest;
        return this;
    }

    /** Sends the request. Returns the answer; empty if it has no content. */
    public Optional<JsonObject> send() {
        return Optional.ofNullable(
                calls.send(new ApiCall(method, target(), body, wait)).orThrow().jsonOrNull());
    }

    /** Sends the request, and returns the lines of the answer while they come. */
    public InputStream stream(Duration longest) throws IOException {
        HttpRequest request = calls.request(target(), longest)
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        HttpResponse<InputStream> response = calls.stream(request, HttpResponse.BodyHandlers.ofInputStream());
        if (response.statusCode() != 200) {
            try (InputStream in = response.body()) {
                throw ReeveException.of(response.statusCode(), in.readAllBytes());
            }
        }
        return response.body();
    }

    private String target() {
        return parameters.isEmpty() ? path : path + "?" + String.join("&", parameters);
    }
}
