package dev.reeve.server.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/**
 * Answers of servers that {@code EveryAnswerTest} does not start. Another test provokes such an answer and names it, as in {@code
 * "POST /v1/login 401"}; {@code EveryAnswerTest} looks for the name in that test.
 */
public final class ProvokedAnswer {
    private ProvokedAnswer() {}

    /** Fails unless the answer is the one of that name, and as {@code /openapi.json} says. */
    public static void check(String name, HttpResponse<String> answer) {
        OpenApiDocument document = OpenApiDocument.shipped();
        document.check(answer);
        assertThat(document.checkedAnswers()).as(answer.body()).containsExactly(name);
    }

    /** Sends JSON to a server, or nothing if the body is empty, and checks the answer. */
    public static void provoke(String name, int port, String path, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .method(
                        name.substring(0, name.indexOf(' ')),
                        body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (!body.isEmpty()) {
            request.header("content-type", "application/json");
        }
        try {
            check(name, HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
